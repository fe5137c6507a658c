/** Stores counted API calls, and remembers how many the accounts have made lately, so that a limit costs no query. */
import { toIsoDay } from "~/domain/dates";
import { days, minutes } from "~/domain/limits";
import { API_CALL_PERIOD_DAYS } from "~/domain/api-call-period";
import { findAccountIds } from "~/models/account.server";
import { listAllPlans, type PlanRow } from "~/models/plan.server";
import { DuplicateError, type Store } from "~/models/store/store";
import {
  addApiCalls,
  findApiCallBatchIds,
  listEarlierApiCallDays,
  type CountedCalls,
} from "~/models/api-call.server";

/** How long the plans' limits are used before they are read again. */
const PLANS_KEPT_MS = minutes(1);

/** An account's stored calls: of one day, and of each day of a period before it. */
interface Totals {
  day: string;
  today: number;
  before: ReadonlyMap<string, number>;
}

/** How often other processes may add the first calls of the same days at the same time. */
const TRIES = 5;

export function createApiCallTotals(store: Store) {
  const totals = new Map<string, Totals>();
  let plans: readonly PlanRow[] = [];
  let plansReadAt = -Infinity;

  async function remember(day: string, stored: ReadonlyMap<string, number>): Promise<void> {
    const missing = [...stored.keys()].filter((accountId) => totals.get(accountId)?.day !== day);
    const before = await readDaysBefore(store, day, missing);
    for (const [accountId, today] of stored) {
      const known = totals.get(accountId);
      totals.set(accountId, {
        day,
        today,
        before: known?.day === day ? known.before : (before.get(accountId) ?? new Map()),
      });
    }
    const oldest = toDayText(toDay(Date.parse(day)) - API_CALL_PERIOD_DAYS);
    for (const [accountId, known] of totals) if (known.day < oldest) totals.delete(accountId);
  }

  return {
    /** Stores counts of one day, each of them once however often it is called. */
    async add(counted: readonly CountedCalls[]): Promise<void> {
      const { day } = counted[0] ?? {};
      if (day === undefined) return;
      await remember(day, await storeOnce(store, day, counted));
      if (performance.now() - plansReadAt < PLANS_KEPT_MS) return;
      plans = await listAllPlans(store);
      plansReadAt = performance.now();
    },
    /** The account's stored calls since this day, YYYY-MM-DD; 0 until its calls are first stored by this process. */
    getSince(accountId: string, since: string): number {
      const known = totals.get(accountId);
      if (!known) return 0;
      let sum = known.day >= since ? known.today : 0;
      for (const [day, calls] of known.before) if (day >= since) sum += calls;
      return sum;
    },
    listPlans: () => plans,
  };
}

/** A number of days since 1970, in UTC. */
export function toDay(time: number): number {
  return Math.floor(time / days(1));
}

/** YYYY-MM-DD. */
export function toDayText(day: number): string {
  return toIsoDay(new Date(day * days(1)));
}

/** Returns the accounts' calls of the day. The counts of a closed account are dropped. */
async function storeOnce(
  store: Store,
  day: string,
  counted: readonly CountedCalls[],
): Promise<Map<string, number>> {
  let left = counted;
  for (let tries = 1; ; tries += 1) {
    try {
      return await store.transaction(async (inside) => {
        const existing = await findAccountIds(inside, { ids: left.map(({ accountId }) => accountId) });
        return addApiCalls(
          inside,
          day,
          left.filter(({ accountId }) => existing.has(accountId)),
        );
      });
    } catch (error) {
      if (!(error instanceof DuplicateError) || tries === TRIES) throw error;
      // The commit of an earlier attempt has succeeded after all, or another process was faster.
      const known = await findApiCallBatchIds(store, { ids: left.map(({ id }) => id) });
      left = left.filter(({ id }) => !known.has(id));
    }
  }
}

async function readDaysBefore(
  store: Store,
  day: string,
  accountIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  if (accountIds.length === 0) return found;
  for (const row of await listEarlierApiCallDays(store, { accountIds, day })) {
    const calls = found.get(row.accountId) ?? new Map<string, number>();
    found.set(row.accountId, calls.set(row.day, row.calls));
  }
  return found;
}
