/** The invariants after the load, whatever failed meanwhile. Check them when the processes have stopped. */
import type Stripe from "stripe";
import { providerEventEntity } from "~/models/provider-event.server";
import { webhookDeliveryEntity } from "~/models/webhook-delivery.server";
import { apiCallDayEntity, apiCallBatchEntity } from "~/models/api-call.server";
import { mailEntity } from "~/models/mail.server";
import { accountEntity } from "~/models/account.server";
import { userEntity } from "~/models/user.server";
import type { Where } from "~/models/store/conditions";
import type { Entity, StoredRow } from "~/models/store/entity";
import { membershipEntity } from "~/models/membership.server";
import { subscriptionEntity } from "~/models/subscription.server";
import type { Store } from "~/models/store/store";
import { API_CALL_FLUSH_MS } from "../../../app/services/billing/api-calls/api-call-counter.server";
import { checkAnswers, checkRecovery, type Finding } from "./answers";
import type { Fault } from "./faults";
import type { Population } from "../traffic/population";
import type { LoadStage } from "./stage";
import type { Exchange, Facts } from "../traffic/traffic";

interface Evidence {
  stage: LoadStage;
  people: Population;
  facts: Facts;
  exchanges: readonly Exchange[];
  faults: readonly Fault[];
}

/** The mails that each process may be sending when it is killed, or when its database ends. */
const DUPLICATES_PER_FAULT = 1;

export async function checkInvariants(evidence: Evidence): Promise<Finding[]> {
  const { stage, faults, exchanges } = evidence;
  const provider = await readProvider(stage);
  return [
    checkAnswers(exchanges, faults),
    ...faults.filter(({ excuses }) => excuses !== null).map((fault) => checkRecovery(exchanges, fault)),
    await checkAccounts(evidence),
    await checkMails(evidence),
    await checkCharges(evidence, provider),
    await checkSeats(evidence, provider),
    await checkApiCalls(evidence),
    await checkWebhooks(stage),
  ];
}

async function checkAccounts({ stage, facts }: Evidence): Promise<Finding> {
  const { store } = stage;
  const emails = [...facts.signedUp, ...facts.joined];
  const users = await listAll(store, userEntity, {});
  const [memberships, accounts] = [
    await listAll(store, membershipEntity, {}),
    await listAll(store, accountEntity, {}),
  ];
  const known = new Set(users.map(({ email }) => email));
  const owners = countBy(
    memberships.filter(({ role }) => role === "owner").map(({ accountId }) => accountId),
  );
  const userIds = new Set(users.map(({ id }) => id));
  return {
    invariant: "what was answered is stored, and each account has one owner",
    detail: `${emails.length} users, ${accounts.length} accounts`,
    violations: [
      ...emails.filter((email) => !known.has(email)).map((email) => `${email} is lost`),
      ...accounts.filter(({ id }) => owners.get(id) !== 1).map(({ id }) => `account ${id}: not one owner`),
      ...memberships.filter(({ userId }) => !userIds.has(userId)).map(({ id }) => `${id}: no user`),
      ...[...countBy(users.map(({ email }) => email))].flatMap(([email, count]) =>
        count > 1 ? [`${email} exists ${count} times`] : [],
      ),
    ],
  };
}

async function checkMails({ stage, faults }: Evidence): Promise<Finding> {
  const mails = (await listAll(stage.store, mailEntity, {})).filter(
    ({ recipient }) => !recipient.endsWith(".invalid"),
  );
  const arrivals = mails.map(({ id, template, status }) => ({
    about: `${template} ${id} (${status})`,
    count: stage.mails.countArrivals(id),
  }));
  const twice = arrivals.filter(({ count }) => count > 1);
  const allowed =
    faults.filter(({ excuses }) => excuses !== null).length * stage.products().length * DUPLICATES_PER_FAULT;
  return {
    invariant: "every mail arrives once, or twice when its sender ended meanwhile",
    detail: `${mails.length} mails, ${twice.length} twice`,
    violations: [
      ...arrivals.filter(({ count }) => count === 0).map(({ about }) => `${about} is lost`),
      ...arrivals.filter(({ count }) => count > 2).map(({ about, count }) => `${about}: ${count} times`),
      ...(twice.length > allowed ? [`${twice.length} mails arrived twice`] : []),
    ],
  };
}

interface Provided {
  live: Stripe.Subscription[];
  charges: Stripe.Invoice[];
}

/** Reads the subscriptions and charges at the provider, by the account. */
async function readProvider({ stripe }: LoadStage): Promise<Map<string, Provided>> {
  const list = { limit: 10_000 };
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray(list);
  const subscriptions = await stripe.subscriptions
    .list({ status: "all", limit: 100 })
    .autoPagingToArray(list);
  const invoices = await stripe.invoices.list({ limit: 100 }).autoPagingToArray(list);
  const provided = new Map<string, Provided>();
  for (const { id: customer, metadata } of customers) {
    const { live, charges } = provided.get(metadata.account_id ?? "") ?? { live: [], charges: [] };
    provided.set(metadata.account_id ?? "", {
      live: [
        ...live,
        ...subscriptions.filter((each) => each.customer === customer && each.status === "active"),
      ],
      charges: [...charges, ...invoices.filter((each) => each.customer === customer && each.amount_paid > 0)],
    });
  }
  return provided;
}

async function checkCharges({ stage, facts }: Evidence, provider: Map<string, Provided>): Promise<Finding> {
  const rows = await Promise.all(
    facts.subscribing.map(async (accountId) => {
      const row = await stage.store.findOne(subscriptionEntity, { id: accountId });
      const { live, charges } = provider.get(accountId) ?? { live: [], charges: [] };
      return { accountId, has: row?.providerId ?? null, live, charges };
    }),
  );
  return {
    invariant: "an account that chose a plan is charged once, and agrees with the provider",
    detail: `${rows.length} accounts, ${rows.filter(({ live }) => live.length > 0).length} subscribed`,
    violations: rows.flatMap(({ accountId, has, live, charges }) => [
      ...(live.length > 1 || charges.length !== live.length
        ? [`${accountId}: ${live.length} subscriptions, ${charges.length} charges`]
        : []),
      ...((live[0]?.id ?? null) === has ? [] : [`${accountId}: ${String(has)} is not the provider's`]),
    ]),
  };
}

async function checkSeats({ stage, people }: Evidence, provider: Map<string, Provided>): Promise<Finding> {
  const teams = await Promise.all(
    people.teams.map(async ({ accountId }) => ({
      accountId,
      members: await stage.store.count(membershipEntity, { accountId }),
      seats: (await stage.store.findOne(subscriptionEntity, { id: accountId }))?.seats,
      billed: provider.get(accountId)?.live[0]?.items.data[0]?.quantity,
    })),
  );
  return {
    invariant: "the seats are the members, here and at the provider",
    detail: teams.map(({ members }) => members).join(", "),
    violations: teams
      .filter(({ members, seats, billed }) => members !== seats || members !== billed)
      .map((team) => JSON.stringify(team)),
  };
}

/** A process that is killed loses the calls that it has not stored; nothing else does, and no call counts twice. */
async function checkApiCalls({ stage, people, facts, faults, exchanges }: Evidence): Promise<Finding> {
  const kills = faults.filter(({ excuses }) => excuses === "broken");
  const unstoredMs = measureUnstored(exchanges);
  const isUnstored = (at: number) =>
    kills.some(({ startedAt, endedAt }) => at > startedAt - unstoredMs && at <= endedAt);
  const accounts = await Promise.all(
    people.keyed.map(async ({ accountId }) => {
      const days = await listAll(stage.store, apiCallDayEntity, { accountId });
      const batches = await listAll(stage.store, apiCallBatchEntity, { accountId });
      const calls = facts.calls.filter((call) => call.accountId === accountId);
      const answered = calls.filter(({ isAnswered }) => isAnswered);
      const least = answered.filter(({ at }) => !isUnstored(at)).length;
      return { counted: sumCalls(days), reported: sumCalls(batches), least, most: calls.length };
    }),
  );
  const sum = (name: "counted" | "least" | "most") => accounts.reduce((total, each) => total + each[name], 0);
  return {
    invariant: "every call counts once",
    detail: `${sum("counted")} counted, between ${sum("least")} and ${sum("most")}`,
    violations: accounts
      .filter(
        (each) => each.counted < each.least || each.counted > each.most || each.counted !== each.reported,
      )
      .map((account) => JSON.stringify(account)),
  };
}

/**
 * How long before a kill a process may have counted calls that it had not stored, in milliseconds. The write takes about as
 * long as a call does.
 */
function measureUnstored(exchanges: readonly Exchange[]): number {
  const calls = exchanges.filter(({ flow, status }) => flow === "API call" && status === 200);
  return API_CALL_FLUSH_MS + 2 * Math.max(0, ...calls.map(({ startedAt, endedAt }) => endedAt - startedAt));
}

function sumCalls(rows: readonly { calls: number }[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0);
}

async function checkWebhooks({ store, received }: LoadStage): Promise<Finding> {
  const rows = await listAll(store, webhookDeliveryEntity, {});
  const lost = rows.filter(({ eventId, status }) => status !== "delivered" || !received.has(eventId));
  const events = await listAll(store, providerEventEntity, {});
  const unapplied = events.filter(({ status }) => status !== "applied");
  return {
    invariant: "every webhook is delivered, and every event of the provider applied",
    detail: `${rows.length} webhooks, ${events.length} events`,
    violations: [
      ...lost.map(({ id, status }) => `webhook ${id} is ${status}`),
      ...unapplied.map(({ id, status, failure }) => `${id} is ${status}: ${failure ?? ""}`),
    ],
  };
}

const PAGE = 1000;

async function listAll<R extends StoredRow>(store: Store, entity: Entity<R>, where: Where<R>): Promise<R[]> {
  return store.find(entity, where, { limit: 100 * PAGE });
}

function countBy(values: readonly (string | null)[]): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
