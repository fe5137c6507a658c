/** Customers at the provider: what their invoices say about them, and the credit that they have. */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import type { BillingDetails, MoneyBack } from "./payment-types";
import { callStripe, callStripeOrNull, isOfType } from "./stripe-errors";

const TRANSACTIONS_READ = 100;

export async function findBillingDetails(stripe: Stripe, customerId: string): Promise<BillingDetails | null> {
  const customer = await callStripeOrNull(() => stripe.customers.retrieve(customerId));
  if (!customer || customer.deleted) return null;
  const [taxId] = await listTaxIds(stripe, customerId);
  const { name, address, email } = customer;
  return {
    company: name ?? "",
    address: {
      line1: address?.line1 ?? "",
      line2: address?.line2 ?? "",
      city: address?.city ?? "",
      postalCode: address?.postal_code ?? "",
      country: address?.country ?? "",
    },
    taxId: taxId ? { type: taxId.type, value: taxId.value } : null,
    email,
  };
}

/** The tax id comes first: when the provider rejects it, nothing has changed. */
export async function saveBillingDetails(
  stripe: Stripe,
  customerId: string,
  { company, address, taxId, email }: BillingDetails,
): Promise<void> {
  await replaceTaxId(stripe, customerId, taxId);
  const { line1, line2, city, postalCode, country } = address;
  const hasAddress = [line1, line2, city, postalCode, country].some((part) => part !== "");
  await callStripe(() =>
    stripe.customers.update(customerId, {
      name: company,
      address: hasAddress ? pickGiven({ line1, line2, city, postal_code: postalCode, country }) : "",
      ...(email !== null && { email }),
    }),
  );
}

/**
 * A negative balance is credit, which the provider deducts from the next invoices. Throws conflict when the same id was
 * used with another reason.
 */
export async function creditCustomer(
  stripe: Stripe,
  { id, customerId, currency, amountMinor, reason }: MoneyBack & { customerId: string; currency: string },
): Promise<void> {
  const metadata = { credit_id: id };
  const transaction = { amount: -amountMinor, currency, description: reason, metadata };
  await callStripe(async () => {
    try {
      await stripe.customers.createBalanceTransaction(customerId, transaction, { idempotencyKey: id });
    } catch (error) {
      if (!isOfType(error, "StripeIdempotencyError")) throw error;
      throw new AppError("conflict", "master:billing.credit_repeated", { cause: error });
    }
  });
}

/** The provider remembers an idempotency key for a day. What it has written says for longer which credits were given. */
export async function readCredit(
  stripe: Stripe,
  customerId: string,
  id: string,
): Promise<{ openMinor: number; givenReason: string | null }> {
  const customer = await callStripe(() => stripe.customers.retrieve(customerId));
  const { data } = await callStripe(() =>
    stripe.customers.listBalanceTransactions(customerId, { limit: TRANSACTIONS_READ }),
  );
  const given = data.find(({ metadata }) => metadata?.credit_id === id);
  return {
    openMinor: customer.deleted ? 0 : Math.max(0, -customer.balance),
    givenReason: given ? (given.description ?? "") : null,
  };
}

async function replaceTaxId(
  stripe: Stripe,
  customerId: string,
  taxId: BillingDetails["taxId"],
): Promise<void> {
  const known = await listTaxIds(stripe, customerId);
  const isSame = ({ type, value }: Stripe.TaxId) => type === taxId?.type && value === taxId.value;
  if (taxId && !known.some(isSame)) await createTaxId(stripe, customerId, taxId);
  for (const each of known) {
    if (!isSame(each)) await callStripeOrNull(() => stripe.customers.deleteTaxId(customerId, each.id));
  }
}

async function createTaxId(
  stripe: Stripe,
  customerId: string,
  { type, value }: NonNullable<BillingDetails["taxId"]>,
): Promise<void> {
  try {
    await callStripe(() => stripe.customers.createTaxId(customerId, { type, value }));
  } catch (error) {
    if (!isOfType(error, "StripeInvalidRequestError")) throw error;
    // Many changes at once can add more tax ids than the provider stores before the former ones are deleted.
    if (error.param === undefined) throw new AppError("conflict", "errors:conflict", { cause: error });
    const message = "billing:details.tax_id_refused";
    throw new AppError("invalid", message, {
      inputError: "tax_id",
      errors: { tax_id: [message] },
      cause: error,
    });
  }
}

async function listTaxIds(stripe: Stripe, customerId: string): Promise<Stripe.TaxId[]> {
  return (await callStripe(() => stripe.customers.listTaxIds(customerId, { limit: 10 }))).data;
}

/** The provider rejects empty texts within an address. */
function pickGiven(address: Record<string, string>): Stripe.AddressParam {
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ""));
}
