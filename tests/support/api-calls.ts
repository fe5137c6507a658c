/** For tests of API calls: calls with an API key, what the provider's meter has of them, and what is invoiced. */
import { vi } from "vitest";
import { planEntity } from "~/models/plan.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { countKeyCall } from "~/services/keys/key-calls.server";
import { reportDueCalls } from "~/services/billing/api-calls/api-call-report.server";
import { syncFromProvider } from "~/services/billing/sync/sync.server";
import { minutes } from "~/domain/limits";
import type { App } from "~/services/platform/app.server";
import { listProviderSubscriptions, type Billing } from "./billing";
import type { TestUser } from "./users";
import { createContext } from "./services";

const ORIGIN = { ip: "127.0.0.1", exactIp: "127.0.0.1" };
const DAY_SECONDS = 86_400;

/** The product and the provider are in this process: a test that fakes Date moves the clock of both. */
export function followCalls(billing: Billing) {
  const findRow = ({ accountId }: TestUser) =>
    billing.app.store.findOne(subscriptionEntity, { id: accountId });
  const findCustomer = async (person: TestUser) => (await findRow(person))?.customerId ?? "";
  const readPeriodEnd = async (person: TestUser) => Number((await findRow(person))?.currentPeriodEnd);

  /** Lets time pass until then. */
  async function passTo(person: TestUser, time: number): Promise<void> {
    vi.setSystemTime(time);
    await listProviderSubscriptions(billing, person);
    // The sync that the provider's events lead to.
    await syncFromProvider(billing.app, person.accountId);
  }

  return {
    readPeriodEnd,
    passTo,

    /** Makes calls with an API key, as the account is now. */
    async call(person: TestUser, times: number, app: App = billing.app): Promise<void> {
      const { viewer } = await createContext(app, person);
      if (!viewer) throw new Error("there is no viewer");
      const keyed = { ...viewer, session: undefined, key: { id: "key", scopes: [] } };
      const keyUse = { ...app.keyUse, record: () => undefined };
      for (let made = 0; made < times; made += 1) countKeyCall({ ...app, keyUse }, keyed, ORIGIN);
    },

    /** Reports everything that was called so far, as the job does when the minute is over. */
    async report(app: App = billing.app): Promise<void> {
      await app.apiCalls.flush();
      await reportDueCalls(app, { now: new Date(Date.now() + minutes(2)) });
    },

    /** Reads the value of the provider's meter. */
    async readMeter(person: TestUser): Promise<number> {
      const { data: meters } = await billing.stripe.billing.meters.list();
      const minute = Math.floor(Date.now() / 60_000) * 60;
      const times = { start_time: minute - 40 * DAY_SECONDS, end_time: minute + 60 };
      const range = { customer: await findCustomer(person), ...times };
      const { data } = await billing.stripe.billing.meters.listEventSummaries(meters[0]?.id ?? "", range);
      return data[0]?.aggregated_value ?? 0;
    },

    /** Lists the invoices' charges for API calls, newest first: how many calls, and how much in minor units. */
    async listApiCallLines(person: TestUser): Promise<[number | null, number][]> {
      const customer = await findCustomer(person);
      const { data } = await billing.stripe.invoices.list({ customer, limit: 100 });
      return data
        .filter(({ status }) => status !== "void")
        .flatMap(({ lines }) => lines.data)
        .filter(({ description }) => description?.includes("API calls"))
        .map(({ quantity, amount }) => [quantity, amount]);
    },

    /** Changes the plan at the provider, without the product. */
    async changeInDashboard(person: TestUser, planId: string): Promise<void> {
      const plan = await billing.app.store.findOne(planEntity, { id: planId });
      if (!plan) throw new Error(`there is no plan ${planId}`);
      const [subscription] = await listProviderSubscriptions(billing, person);
      const [first, ...metered] = subscription?.items.data ?? [];
      const items = [
        { id: first?.id ?? "", price: await billing.app.payments.syncPlan(plan) },
        ...metered.map(({ id }) => ({ id, deleted: true })),
      ];
      await billing.stripe.subscriptions.update(subscription?.id ?? "", { items });
      await syncFromProvider(billing.app, person.accountId);
    },

    /** Ends every subscription at the provider, so that it is not renewed while time passes. */
    async endSubscriptions(): Promise<void> {
      const { data } = await billing.stripe.subscriptions.list({ limit: 100 });
      for (const { id } of data) await billing.stripe.subscriptions.cancel(id);
    },

    /** Until the invoice of the period is final, an hour after its end. */
    passPeriodEnd: async (person: TestUser) => passTo(person, (await readPeriodEnd(person)) + minutes(61)),
  };
}
