/** Whether accounts and the payment provider agree: on the plan, the seats, and what was charged. */
import type Stripe from "stripe";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { membershipEntity } from "~/models/membership.server";
import { subscriptionEntity, type SubscriptionRow } from "~/models/subscription.server";
import type { Store } from "~/models/store/store";
import type { Population } from "../traffic/population";
import type { Facts } from "../traffic/traffic";
import { listAll } from "./rows";

/** How soon after a fault they have to. */
export const AGREES_WITHIN_MS = 30_000;

interface Provided {
  live: Stripe.Subscription[];
  /** The paid invoices that took money. */
  charges: Stripe.Invoice[];
}

/** What an account has here. */
interface Account {
  id: string;
  row: SubscriptionRow | undefined;
  members: number;
  provided: Provided;
}

export interface MoneyStage {
  store: Store;
  stripe: Stripe;
  facts: Facts;
  people: Population;
}

/** Returns every disagreement, and the changes that are still open. */
export async function findDisagreements({ store, stripe, facts, people }: MoneyStage): Promise<string[]> {
  const provided = await readProvider(stripe);
  const rows = new Map((await listAll(store, subscriptionEntity)).map((row) => [row.id, row]));
  const members = new Map<string, number>();
  for (const { accountId } of await listAll(store, membershipEntity))
    members.set(accountId, (members.get(accountId) ?? 0) + 1);
  const read = (id: string): Account => ({
    id,
    row: rows.get(id),
    members: members.get(id) ?? 0,
    provided: provided.get(id) ?? { live: [], charges: [] },
  });
  const open = await store.find(billingIntentEntity, { status: { in: ["started", "unanswered"] } });
  const teams = people.teams.map(({ accountId }) => read(accountId));
  return [
    ...open.map(({ accountId, kind, status }) => `${accountId}: ${kind ?? "subscribe"} is still ${status}`),
    ...[...new Set(facts.subscribing)].map(read).flatMap((account) => comparePlan(account, facts)),
    ...teams.flatMap(compareSeats),
  ];
}

function comparePlan({ id, row, provided }: Account, facts: Facts): string[] {
  const { live, charges } = provided;
  const [providerId = null] = live.map((subscription) => subscription.id);
  const [billed = null] = live.map(findPlan);
  const answered = facts.plans.get(id) ?? null;
  const asked = facts.changing.includes(id) ? 2 : 1;
  const paid = answered === null ? 0 : PLANS.indexOf(answered) + 1;
  const here = { providerId: row?.providerId ?? null, plan: row?.planId ?? null };
  return listBroken({
    [`${live.length} live subscriptions`]: live.length > 1,
    [`subscription ${here.providerId} here, ${providerId} at the provider`]: here.providerId !== providerId,
    [`plan ${here.plan} here, ${billed} at the provider`]: here.plan !== billed,
    [`${charges.length} charges for ${asked} orders`]: charges.length > asked,
    [`${charges.length} charges, and ${answered} was answered`]: charges.length < paid,
    [`${answered} was answered, and ${billed} is billed`]: PLANS.indexOf(billed ?? "") + 1 < paid,
  }).map((broken) => `${id}: ${broken}`);
}

/** In the order in which the clients choose them. */
const PLANS = ["pro", "scale"];

function listBroken(rules: Record<string, boolean>): string[] {
  return Object.entries(rules).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []));
}

/** The plan of the item that is no price of API calls. */
function findPlan({ items }: Stripe.Subscription): string | null {
  const price = items.data.map((item) => item.price).find(({ recurring }) => !recurring?.meter);
  return price?.lookup_key ?? null;
}

function compareSeats({ id, row, members, provided }: Account): string[] {
  const billed = provided.live[0]?.items.data[0]?.quantity;
  if (row?.seats === members && billed === members) return [];
  return [`team ${id}: ${members} members, ${row?.seats} seats here, ${billed} at the provider`];
}

const LIST = { limit: 100 };
const MOST = { limit: 10_000 };

/** Reads the subscriptions and charges at the provider, by the account. */
async function readProvider(stripe: Stripe): Promise<Map<string, Provided>> {
  const [customers, subscriptions, invoices] = await Promise.all([
    stripe.customers.list(LIST).autoPagingToArray(MOST),
    stripe.subscriptions.list({ ...LIST, status: "all" }).autoPagingToArray(MOST),
    stripe.invoices.list(LIST).autoPagingToArray(MOST),
  ]);
  const accounts = new Map(customers.map(({ id, metadata }) => [id, metadata.account_id ?? ""]));
  const provided = new Map<string, Provided>();
  const find = (customer: unknown) => {
    const account = accounts.get(String(customer)) ?? "";
    const known = provided.get(account) ?? { live: [], charges: [] };
    provided.set(account, known);
    return known;
  };
  for (const each of subscriptions)
    if (!["canceled", "incomplete", "incomplete_expired"].includes(each.status))
      find(each.customer).live.push(each);
  for (const each of invoices)
    if (each.status === "paid" && each.amount_paid > 0) find(each.customer).charges.push(each);
  return provided;
}
