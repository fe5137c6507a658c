/** For tests of a change of plan that waits for its card holder: owners with one, and the cards that pay. */
import { subscriptionEntity } from "~/models/subscription.server";
import { type Billing, type Owner, listProviderSubscriptions, makeOwner } from "./billing";

/** A change to Scale with the card 3220, which always asks. */
export const ASKING_ORDER = { plan: "scale", token: "tok_4000000000003220" };

/** On Pro with 4242, and with `ASKING_ORDER` waiting. `secret` confirms it. */
export async function makeWaitingOwner(billing: Billing): Promise<{ owner: Owner; secret: string }> {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "pro", token: "tok_visa" });
  const { payment } = await owner.upgrade(ASKING_ORDER);
  if (!payment) throw new Error("the change does not wait");
  return { owner, secret: payment.client_secret };
}

export async function findCustomer({ app, stripe }: Billing, { accountId }: Owner) {
  const row = await app.store.findOne(subscriptionEntity, { id: accountId });
  const customer = await stripe.customers.retrieve(row?.customerId ?? "");
  if (customer.deleted) throw new Error("the customer is deleted");
  return customer;
}

/** The last digits of the customer's cards, and of those that pay: for the subscription, and by default. */
export async function readCards(billing: Billing, owner: Owner) {
  const customer = await findCustomer(billing, owner);
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const { data } = await billing.stripe.paymentMethods.list({ customer: customer.id });
  const find = (id: unknown) => data.find((card) => card.id === id)?.card?.last4 ?? null;
  return {
    all: data.map(({ card }) => card?.last4),
    pays: find(subscription?.default_payment_method),
    byDefault: find(customer.invoice_settings.default_payment_method),
  };
}

/** Returns the result of `readCards` for a customer with one card. */
export const onlyCard = (last4: string) => ({ all: [last4], pays: last4, byDefault: last4 });

/** A further card of the customer, which pays for the subscription from now on. */
export async function selectAtProvider(billing: Billing, owner: Owner, token: string): Promise<void> {
  const { id: customer } = await findCustomer(billing, owner);
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const { id } = await billing.stripe.paymentMethods.create({ card: { token } });
  await billing.stripe.paymentMethods.attach(id, { customer });
  await billing.stripe.subscriptions.update(subscription?.id ?? "", { default_payment_method: id });
}

/** Ends what waits at the provider, as it does by itself after some hours. */
export async function discardAtProvider(billing: Billing, owner: Owner): Promise<void> {
  const { id: customer } = await findCustomer(billing, owner);
  const { data } = await billing.stripe.invoices.list({ customer, status: "open" });
  for (const { id } of data) await billing.stripe.invoices.voidInvoice(id);
}
