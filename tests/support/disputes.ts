/** For tests of disputes: the bank's acts in the payment sandbox, and the mails to the operators that follow. */
import type Stripe from "stripe";
import type { DisputeAction } from "~/domain/payment-sandbox";
import { createSandboxControl } from "~/gateways/payments/sandbox-control";
import { mailEntity } from "~/models/mail.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { PROVIDER_KEYS, type Billing } from "./billing";
import type { TestUser } from "./users";

interface DisputeMail {
  recipient: string;
  outcome: string;
  [value: string]: unknown;
}

/** The owner's newest payment at the provider, with its customer. */
export async function getNewestPayment(
  { app, stripe }: Billing,
  { accountId }: TestUser,
): Promise<{ customer: string; payment: Stripe.PaymentIntent }> {
  const row = await app.store.findOne(subscriptionEntity, { id: accountId });
  const customer = row?.customerId ?? "";
  const [payment] = (await stripe.paymentIntents.list({ customer })).data;
  if (!payment) throw new Error("the owner has paid nothing");
  return { customer, payment };
}

/** The dispute at the provider, of the owner's newest payment. */
export async function getDispute(billing: Billing, owner: TestUser): Promise<Stripe.Dispute> {
  const { payment } = await getNewestPayment(billing, owner);
  const [dispute] = (await billing.stripe.disputes.list({ payment_intent: payment.id })).data;
  if (!dispute) throw new Error("no payment is disputed");
  return dispute;
}

/** The bank acts on the owner's newest payment. */
export async function actAsBank(billing: Billing, owner: TestUser, action: DisputeAction): Promise<void> {
  const { customer } = await getNewestPayment(billing, owner);
  const { apiBase } = billing;
  await createSandboxControl({ apiBase, ...PROVIDER_KEYS }).controlDisputes({ customer, action });
}

/** The mails to the operators about the owner's account so far. */
export async function listDisputeMails({ app }: Billing, { accountId }: TestUser): Promise<DisputeMail[]> {
  const mails = await app.store.find(mailEntity, { template: "payment_disputed" }, { limit: 200 });
  const read = mails.map(({ payload, recipient }) => ({
    ...(JSON.parse(app.secrets.decrypt("mail", payload)) as { link: string; outcome: string }),
    recipient,
  }));
  return read.filter(({ link }) => link.includes(accountId));
}
