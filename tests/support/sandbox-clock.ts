/** For tests of the sandbox's clock: buyers with subscriptions, and jumps in time through the control calls. */
import type Stripe from "stripe";
import type {
  AdvanceRequest,
  NextPaymentRequest,
  RewindRequest,
  SandboxState,
  WebhooksRequest,
} from "../../sandbox/control/types";
import { makeBuyer, type TestSandbox } from "./stripe-sandbox";

export const DAY = 86_400;

interface Bodies {
  advance: AdvanceRequest;
  rewind: RewindRequest;
  "next-payment": NextPaymentRequest;
  webhooks: WebhooksRequest;
}

/** Sends one control call; a body that breaks the rules may be sent as well. Returns status and JSON. */
export async function control<C extends keyof Bodies>(
  sandbox: TestSandbox,
  call: C,
  body: Bodies[C],
): Promise<{ status: number; body: Record<string, unknown> }> {
  return sandbox.raw(`/control/${call}`, { method: "POST", body: JSON.stringify(body) });
}

/** Moves the sandbox's clock. Throws when it refuses. */
export async function advance(sandbox: TestSandbox, to: AdvanceRequest["to"]): Promise<void> {
  const { status, body } = await control(sandbox, "advance", { to });
  if (status !== 200) throw new Error(`advancing answered ${status}: ${JSON.stringify(body)}`);
}

export async function getState(sandbox: TestSandbox): Promise<SandboxState> {
  return (await sandbox.raw("/control/state")).body as unknown as SandboxState;
}

export interface Subscriber {
  customer: string;
  card: string;
  subscription: string;
  /** Seconds. */
  periodEnd: number;
}

/** Creates a customer with a monthly subscription; the card becomes the customer's default. */
export async function makeSubscriber(
  { stripe }: TestSandbox,
  { token, ...params }: { token?: string } & Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Subscriber> {
  const { customer, card, price } = await makeBuyer(stripe, { ...(token && { token }), amount: 3000 });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  const made = await stripe.subscriptions.create({ customer, items: [{ price, quantity: 1 }], ...params });
  return { customer, card, subscription: made.id, periodEnd: made.items.data[0]?.current_period_end ?? 0 };
}

/** Replaces the customer's default card. */
export async function giveCard({ stripe }: TestSandbox, customer: string, token: string): Promise<string> {
  const card = await stripe.paymentMethods.create({ card: { token } });
  await stripe.paymentMethods.attach(card.id, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
  return card.id;
}

/** The subscription with its latest invoice. */
export async function read({ stripe }: TestSandbox, id: string) {
  const subscription = await stripe.subscriptions.retrieve(id, {
    expand: ["latest_invoice.confirmation_secret"],
  });
  const invoice = subscription.latest_invoice;
  if (!invoice || typeof invoice === "string") throw new Error(`${id} has no invoice`);
  return { subscription, invoice, secret: invoice.confirmation_secret?.client_secret ?? "" };
}

/** The types of the events from `since` on, in order. Reading them checks each one against the contract. */
export async function listEventTypes({ stripe }: TestSandbox, since: number): Promise<string[]> {
  const { data } = await stripe.events.list({ created: { gte: since }, limit: 100 });
  return data.map(({ type }) => type as string).reverse();
}
