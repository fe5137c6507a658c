/** Starts a subscription: its items, its first invoice, and the first payment or the setup of a later one. */
import { createInvalidRequestError, type SandboxError } from "../http/errors";
import { get, insert, queueWebhook, type Ledger } from "../ledger";
import { getId, type Invoice, type Subscription } from "../objects";
import { requireOwnPaymentMethod } from "../resources/customers";
import { redeemDiscounts } from "./discounts";
import { createFirstLines, createInvoice, draftInvoice } from "./invoicing";
import { requirePayable } from "./issuer";
import {
  buildSubscription,
  prepareFirstDiscounts,
  requirePrices,
  type NewSubscription,
} from "./new-subscription";
import { chargeIntent, createInvoiceIntent } from "./payments";
import { settleInvoice } from "./settle";
import { confirmSetup, createSetupIntent } from "./setups";

const DAY_SECONDS = 86_400;

/**
 * Creates a subscription: `active` or `trialing` when nothing is missing, otherwise `incomplete`. Throws 400 for
 * items that do not fit together or a customer without a card; 402 for `error_if_incomplete`.
 */
export function subscribe(ledger: Ledger, given: NewSubscription): Subscription {
  const { customer, behavior, trialEnd } = given;
  const subscription = buildSubscription(ledger, given, requirePrices(ledger, given.items));
  const methodId = findCustomerMethod(ledger, given);
  const lines = createFirstLines(ledger, subscription, { isTrial: trialEnd !== null });
  const discounts = prepareFirstDiscounts(ledger, subscription, given);
  const first = { subscription, reason: "subscription_create", lines, discounts } as const;
  const { amount_due: due } = draftInvoice(ledger, { ...first, customer });
  if (due > 0 && !methodId && behavior !== "default_incomplete") throw createMissingCardError();
  if (due > 0 && methodId && behavior === "error_if_incomplete") requirePayable(ledger, methodId, given);

  subscription.discounts = discounts.map(({ id }) => id);
  redeemDiscounts(ledger, discounts);
  insert(ledger, "subscription", subscription);
  queueWebhook(ledger, "customer.subscription.created", { object: subscription });
  const invoice = createInvoice(ledger, first);
  collect(ledger, { subscription, invoice, methodId, given });
  return subscription;
}

/** Returns the card that pays for a subscription: its own or the customer's; null when there is neither. */
export function findPaymentMethodId(ledger: Ledger, subscription: Subscription): string | null {
  const customer = get(ledger, "customer", getId(subscription.customer) ?? "");
  return (
    getId(subscription.default_payment_method) ?? getId(customer.invoice_settings.default_payment_method)
  );
}

function findCustomerMethod(ledger: Ledger, { customer, defaultMethodId }: NewSubscription): string | null {
  if (!defaultMethodId) return getId(customer.invoice_settings.default_payment_method);
  return requireOwnPaymentMethod(ledger, customer.id, {
    id: defaultMethodId,
    param: "default_payment_method",
  }).id;
}

function collect(
  ledger: Ledger,
  {
    subscription,
    invoice,
    methodId,
    given,
  }: { subscription: Subscription; invoice: Invoice; methodId: string | null; given: NewSubscription },
): void {
  if (invoice.amount_due === 0) {
    settleInvoice(ledger, invoice);
    if (given.trialEnd !== null) prepareLaterPayment(ledger, subscription, methodId);
    return;
  }
  const intent = createInvoiceIntent(ledger, invoice, methodId);
  if (!methodId || given.behavior === "default_incomplete") return;
  chargeIntent(ledger, intent, { methodId, isOffSession: given.isOffSession });
  if (given.savesMethod) subscription.default_payment_method = methodId;
}

/**
 * A trial charges nothing now, so the card is set up for later. A required authentication is stored with the
 * subscription.
 */
function prepareLaterPayment(ledger: Ledger, subscription: Subscription, methodId: string | null): void {
  const intent = createSetupIntent(ledger, { customerId: getId(subscription.customer), methodId });
  const decision = methodId ? confirmSetup(ledger, intent, methodId) : null;
  if (decision?.kind !== "passes") subscription.pending_setup_intent = intent.id;
}

function createMissingCardError(): SandboxError {
  return createInvalidRequestError(
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
    { code: "resource_missing" },
  );
}

/** Returns the end of a trial of this many days. */
export function calculateTrialEnd(ledger: Ledger, days: number): number {
  return ledger.now() + days * DAY_SECONDS;
}
