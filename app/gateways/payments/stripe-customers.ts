/** Customers at the provider: what their invoices say about them. */
import type Stripe from "stripe";
import { AppError } from "~/domain/errors";
import type { BillingDetails } from "./payment-types";
import { callStripe, callStripeOrNull, isOfType } from "./stripe-errors";

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
      address: hasAddress ? omitEmpty({ line1, line2, city, postal_code: postalCode, country }) : "",
      ...(email !== null && { email }),
    }),
  );
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
  await callStripe(async () => {
    try {
      await stripe.customers.createTaxId(customerId, { type, value });
    } catch (error) {
      if (!isOfType(error, "StripeInvalidRequestError")) throw error;
      // Many changes at once can add more tax ids than the provider stores before the previous ones are deleted.
      if (error.param === undefined) throw new AppError("conflict", "errors:conflict", { cause: error });
      throw createTaxIdError(error);
    }
  });
}

function createTaxIdError(cause: unknown): AppError {
  const message = "billing:details.tax_id_refused";
  return new AppError("invalid", message, { inputError: "tax_id", errors: { tax_id: [message] }, cause });
}

async function listTaxIds(stripe: Stripe, customerId: string): Promise<Stripe.TaxId[]> {
  return (await callStripe(() => stripe.customers.listTaxIds(customerId, { limit: 10 }))).data;
}

/** The provider rejects empty texts within an address. */
function omitEmpty(address: Record<string, string>): Stripe.AddressParam {
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ""));
}
