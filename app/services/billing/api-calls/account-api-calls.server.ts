/** The API calls of an account in its period: the owner's view of them, and the plan's limit. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { findBoundCurrency, fitsCurrency } from "~/domain/plan-currency";
import { findPlanFor } from "~/domain/plan-limits";
import type { ApiCallsView } from "~/domain/billing";
import { getPeriodMonths, getApiCallPeriod, type ApiCallPeriod } from "~/domain/api-call-period";
import { translator } from "~/i18n/translator.server";
import { listApiCallDays, type ApiCallDayRow } from "~/models/api-call.server";
import type { App } from "~/services/platform/app.server";
import { defineOperation, requireViewer } from "~/services/platform/operation.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { toDay, toDayText } from "./api-call-totals.server";

const apiCallsShape: z.ZodType<ApiCallsView> = z.object({
  total: z.number().int(),
  label: z.string(),
  period: z.string(),
  limit: z.number().int().nullable(),
  days: z.array(z.object({ date: z.string(), calls: z.number().int() })),
});

export const getApiCalls = defineOperation({
  name: "getUsage",
  method: "GET",
  path: "/api/account/usage",
  summary:
    "Read how many API calls the account has made in this period, day by day, and how many its plan includes. The " +
    "period begins with the subscription's, and with the calendar month on a free plan.",
  access: { permission: "owner", state: "planned" },
  keyScope: "usage:read",
  input: z.object({}),
  output: apiCallsShape,
  async run(_input, context) {
    const { app, locale } = context;
    return { data: await readApiCalls(app, requireViewer(context), locale) };
  },
});

/** Reads the answer of `GET /api/account/usage`. */
export async function readApiCalls(
  app: Pick<App, "store" | "apiCalls">,
  viewer: Subscriber & Pick<Viewer, "account">,
  locale: string,
): Promise<ApiCallsView> {
  const period = getViewerPeriod(viewer);
  const rows = await listApiCallDays(app.store, { accountId: viewer.account.id, since: period.start });
  return toApiCallsView(app, viewer, { period, locale, rows });
}

type Subscriber = Pick<Viewer, "plan" | "subscription">;

/** The period of the account that is running now. */
export function getViewerPeriod({ subscription, plan }: Subscriber): ApiCallPeriod {
  const periodStart = subscription?.currentPeriodStart ?? null;
  const periodEnd = subscription?.currentPeriodEnd ?? null;
  return getApiCallPeriod({ periodStart, periodEnd, plan }, new Date());
}

/** The calls of a period, up to today, as the owner sees them. `locale` is the reader's. */
export function toApiCallsView(
  { apiCalls }: Pick<App, "apiCalls">,
  { account, plan }: Pick<Viewer, "account" | "plan">,
  { period, locale, rows }: { period: ApiCallPeriod; locale: string; rows: readonly CountedDay[] },
): ApiCallsView {
  const today = toDayText(toDay(Date.now()));
  const calls = new Map(rows.map((row) => [row.day, row.calls]));
  calls.set(today, (calls.get(today) ?? 0) + apiCalls.getUnstoredCalls(account.id));
  const days = listDays(period.start, today).map((date) => ({ date, calls: calls.get(date) ?? 0 }));
  const limit = plan?.apiCallLimit ?? null;
  return {
    total: days.reduce((sum, day) => sum + day.calls, 0),
    label: translator(locale).message("billing:usage.calls"),
    period: `${period.start}/${period.end}`,
    limit: limit === null ? null : limit * getPeriodMonths(plan),
    days,
  };
}

type CountedDay = Pick<ApiCallDayRow, "day" | "calls">;

/**
 * Throws plan_needed when the account has used up the calls of its plan, and conflict when no plan includes more. On a
 * tiered plan further calls are billed instead. Sends no query: it compares what the counter has in memory, so right
 * after a start, and while several processes count, a few calls more may pass.
 */
export function requireCallsLeft(
  { apiCalls }: Pick<App, "apiCalls">,
  { account, subscription }: Pick<Viewer, "account" | "subscription">,
): void {
  const plans = apiCalls.listPlans();
  const current = plans.find(({ id }) => id === subscription?.planId);
  const limit = current?.apiCallLimit ?? null;
  if (limit === null || current?.type === "tiered") return;
  const { start } = getViewerPeriod({ subscription, plan: current ?? null });
  if (apiCalls.getCallsSince(account.id, start) < limit) return;
  const bound = findBoundCurrency(subscription, current ?? null);
  const offered = plans.filter((plan) => plan.isActive && fitsCurrency(plan, bound));
  const larger = findPlanFor({ plans: offered, calls: limit + 1 });
  const message = toMessage("billing:usage.used_up", { calls: limit });
  if (!larger) throw new AppError("conflict", message);
  throw new AppError("plan_needed", message, { plan: larger.id });
}

/** Each day from the first to the last one, YYYY-MM-DD. */
function listDays(first: string, last: string): string[] {
  const [from, to] = [toDay(Date.parse(first)), toDay(Date.parse(last))];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => toDayText(from + index));
}
