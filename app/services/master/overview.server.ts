/** The first page of mission control: how the product does, as numbers that lead to their lists. */
import * as z from "zod";
import { toIsoDay } from "~/domain/dates";
import { createFormSchema } from "~/domain/forms/rules";
import { days } from "~/domain/limits";
import { INTERVALS, type Interval } from "~/domain/plans";
import { countDeadMails, readMailDepth } from "~/models/mail.server";
import { readUnreportedDepth } from "~/models/meter-event.server";
import {
  countAccounts,
  countSignUps,
  countStatuses,
  readPlanUse,
  type PlanUse,
} from "~/models/overview.server";
import { listAllPlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { countDifferences } from "~/models/api-call-difference.server";
import { readInboxDepth } from "~/models/provider-event.server";
import { DEPTH_COUNTED_MAX } from "~/models/store/queue-depth";
import type { App } from "../platform/app.server";
import type { ServerErrors } from "../platform/metrics/metrics.server";
import { defineOperation } from "../platform/operation.server";

/** The days of the overview's count of sign-ups. */
const SIGN_UPS_SHOWN_DAYS = 30;

const count = z.number().int();

const overviewShape = z.object({
  /** Users, by days in UTC, oldest first; the last one is today. Those who have closed their account are not counted. */
  sign_ups: z.object({
    today: count,
    week: count,
    month: count,
    days: z.array(z.object({ date: z.string(), count })),
  }),
  /** By the status of their subscription, the free plan included. `overdue`: a payment has failed or waits for the owner. */
  accounts: z.object({ total: count, active: count, trialing: count, overdue: count, canceled: count }),
  /** At the plans' present prices, for active subscriptions: without discounts, usage and taxes. */
  revenue: z.object({
    plans: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        accounts: count,
        seats: count,
        /** Minor units for each interval, and for each seat of a seat plan. */
        price: count,
        interval: z.enum(INTERVALS),
        currency: z.string(),
        /** Minor units; of a yearly plan the twelfth part. */
        monthly: count,
      }),
    ),
    /** The sum of each currency. */
    monthly: z.array(z.object({ currency: z.string(), amount: count })),
  }),
  /** Counted to 10,000. `lag_seconds` is the age of the oldest. */
  mails: z.object({ waiting: count, given_up: count }),
  webhooks: z.object({ waiting: count, lag_seconds: z.number() }),
  /** API calls that are to be reported to the payment provider; in how many periods they differ from its meter or invoices. */
  usage: z.object({ waiting: count, lag_seconds: z.number(), differences: count }),
  /** Answers with a status from 500 on, of the process that answers, since it started. */
  errors: z.object({
    count,
    since: z.iso.datetime(),
    latest: z.array(
      z.object({
        request_id: z.string(),
        method: z.string(),
        route: z.string(),
        status: count,
        date: z.iso.datetime(),
      }),
    ),
  }),
});
export type Overview = z.infer<typeof overviewShape>;

export const getOverview = defineOperation({
  name: "getOverview",
  method: "GET",
  path: "/api/master/overview",
  summary:
    "Read how the product does: sign-ups, accounts, revenue by plan, what waits to be sent, and errors of the server.",
  access: { permission: "master", state: "verified" },
  input: createFormSchema({}),
  output: overviewShape,
  run: async (_input, { app }) => ({ data: await readOverview(app, new Date()) }),
});

export async function readOverview(
  { store, metrics }: Pick<App, "store" | "metrics">,
  now: Date,
): Promise<Overview> {
  const plans = await listAllPlans(store);
  // Most accounts are on a free plan, and need not be counted again.
  const paid = plans.filter(({ priceMinor }) => priceMinor > 0);
  const [signUps, total, statuses, uses, mails, givenUp, inbox, calls, differences] = await Promise.all([
    readSignUps(store, now),
    countAccounts(store),
    countStatuses(store),
    readPlanUse(store, { planIds: paid.map(({ id }) => id) }),
    readMailDepth(store, now),
    countDeadMails(store),
    readInboxDepth(store, now),
    readUnreportedDepth(store, now),
    countDifferences(store, { atMost: DEPTH_COUNTED_MAX }),
  ]);
  const { active, trialing, canceled } = statuses;
  const overdue = statuses.requires_action + statuses.requires_payment_method;
  return {
    sign_ups: signUps,
    accounts: { total, active, trialing, overdue, canceled },
    revenue: toRevenue(paid, uses),
    mails: { waiting: mails.depth, given_up: givenUp },
    webhooks: { waiting: inbox.depth, lag_seconds: inbox.lagSeconds },
    usage: { waiting: calls.depth, lag_seconds: calls.lagSeconds, differences },
    errors: toErrors(metrics.readServerErrors()),
  };
}

async function readSignUps(store: Store, now: Date): Promise<Overview["sign_ups"]> {
  const dates = Array.from({ length: SIGN_UPS_SHOWN_DAYS }, (_, index) =>
    toIsoDay(new Date(now.getTime() - days(SIGN_UPS_SHOWN_DAYS - 1 - index))),
  );
  const counts = await countSignUps(store, { since: new Date(`${dates[0] ?? ""}T00:00:00.000Z`) });
  const listed = dates.map((date) => ({ date, count: counts.get(date) ?? 0 }));
  const sum = (last: number) => listed.slice(-last).reduce((all, day) => all + day.count, 0);
  return { today: sum(1), week: sum(7), month: sum(SIGN_UPS_SHOWN_DAYS), days: listed };
}

const MONTHS: Record<Interval, number> = { month: 1, year: 12 };

/** In the order of the price list. */
function toRevenue(rows: readonly PlanRow[], uses: ReadonlyMap<string, PlanUse>): Overview["revenue"] {
  const plans = [...rows]
    .sort((one, other) => one.position - other.position)
    .map(({ id, name, priceMinor: price, interval, currency, type }) => {
      const { accounts, seats } = uses.get(id) ?? { accounts: 0, seats: 0 };
      const sold = type === "seat" ? seats : accounts;
      const monthly = Math.round((sold * price) / MONTHS[interval]);
      return { id, name, accounts, seats, price, interval, currency, monthly };
    });
  const currencies = [...new Set(plans.map(({ currency }) => currency))];
  const monthly = currencies.map((currency) => {
    const ofCurrency = plans.filter((plan) => plan.currency === currency);
    return { currency, amount: ofCurrency.reduce((sum, plan) => sum + plan.monthly, 0) };
  });
  return { plans, monthly };
}

function toErrors({ count: all, since, latest }: ServerErrors): Overview["errors"] {
  return {
    count: all,
    since: since.toISOString(),
    latest: latest.map(({ requestId, method, route, status, at }) => ({
      request_id: requestId,
      method,
      route,
      status,
      date: at.toISOString(),
    })),
  };
}
