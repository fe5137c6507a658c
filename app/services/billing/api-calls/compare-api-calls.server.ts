/**
 * Compares the API calls of one account: what the product has counted, what the provider's meter has, and what was
 * invoiced. What the meter lacks is sent while its period has no final invoice. Everything else is only named: a customer
 * is never charged for a period that was invoiced.
 */
import { v7 as uuid } from "uuid";
import { toIsoDay } from "~/domain/dates";
import { minutes, hours, days } from "~/domain/limits";
import { toMinuteStart } from "~/domain/api-call-period";
import {
  countMeterCalls,
  createCorrection,
  findFirstMeterEvent,
  sumMeterEvents,
  type EventRange,
} from "~/models/meter-event.server";
import { listAllPlans } from "~/models/plan.server";
import { DuplicateError } from "~/models/store/store";
import type { SubscriptionRow } from "~/models/subscription.server";
import type { ApiCallDifferenceRow } from "~/models/api-call-difference.server";
import { listApiCallDays } from "~/models/api-call.server";
import { hasLivePlan } from "../intents/intents.server";
import {
  findDueBefore,
  listMeteredPlanIds,
  reportAccount,
  sendMeterEvent,
  type ReportParts,
} from "./report-account.server";
import {
  countInvoiced,
  findOpenPeriod,
  listGaps,
  type ClosedPeriod,
  type OpenPeriod,
} from "./billed-periods.server";

/** The provider adds events up with a delay, so later ones are not compared yet. */
const METER_DELAY_MS = hours(1);
/** The provider accepts no event that is older, so nothing could be sent for it. */
const API_CALLS_COMPARED_MS = days(35);

interface ComparedApiCalls {
  /** Calls that the meter had lost, and that were sent again. */
  sent: number;
  differences: ApiCallDifferenceRow[];
}

/** An account that the provider knows. */
type KnownRow = SubscriptionRow & { customerId: string };

interface Comparison {
  parts: ReportParts;
  row: KnownRow;
  now: Date;
}

/** Throws unavailable when the provider does not answer. */
export async function compareApiCalls(
  parts: ReportParts,
  row: KnownRow,
  now = new Date(),
): Promise<ComparedApiCalls> {
  const { store, payments } = parts;
  const { id: accountId, customerId } = row;
  const meteredPlanIds = listMeteredPlanIds(await listAllPlans(store));
  const since = new Date(now.getTime() - API_CALLS_COMPARED_MS);
  const before = findDueBefore(now);
  await reportAccount(parts, { accountId, before, meteredPlanIds, isStopped: () => false });
  const isMetered = hasLivePlan(row) && meteredPlanIds.has(row.planId);
  if (!isMetered && !(await findFirstMeterEvent(store, { accountId, from: since }))) return NOTHING;
  const billed = (await payments.listBilledApiCalls(customerId)).filter(({ periodEnd }) => periodEnd > since);
  const open = isMetered ? findOpenPeriod(row, billed, now) : null;
  const comparison = { parts, row, now };
  const corrected = await correctMeter(comparison, open);
  const found = [
    ...corrected.differences,
    ...(await compareInvoices(comparison, { billed, open })),
    ...(await compareGaps(comparison, { billed, open, since })),
  ];
  return { sent: corrected.sent, differences: found };
}

/** The calls of the running period: sends those that the meter has lost. */
async function correctMeter(comparison: Comparison, open: OpenPeriod | null): Promise<ComparedApiCalls> {
  const { parts, row, now } = comparison;
  const { store, payments } = parts;
  const { id: accountId, customerId } = row;
  // The provider adds up with a delay: what was made or sent later may not be on the meter yet.
  const until = toMinuteStart(new Date(now.getTime() - METER_DELAY_MS));
  if (!open || open.start >= until) return NOTHING;
  const { planId, start } = open;
  const range = { from: toMinuteStart(start), to: until };
  const metered = await payments.sumApiCalls({ customerId, ...range });
  if (metered === null) return NOTHING;
  const account = { accountId, customerId };
  const sent = { isTrial: false, isCorrection: false, answeredAt: { lt: until } };
  const counted = await countMeterCalls(store, { ...account, from: start, to: until }, { ...sent, planId });
  const known = await countMeterCalls(store, { ...account, ...range }, { isCorrection: false });
  const name = async (numbers: { counted: number; metered: number }): Promise<ComparedApiCalls> => {
    if (!(await isRecorded(comparison, start))) return NOTHING;
    const period = { planId, periodStart: start, periodEnd: open.end, invoiced: null };
    return { sent: 0, differences: [toDifference(comparison, { ...period, ...numbers })] };
  };
  if (metered > known) return name({ counted: known, metered });
  if (metered >= counted) return NOTHING;
  const terms = { planId, customerId, happenedAt: new Date(until.getTime() - 1), isTrial: false };
  const missing = { id: uuid(), accountId, calls: counted - metered, ...terms };
  const outcome = await sendMissing(parts, missing, until);
  if (outcome === "rejected") return name({ counted, metered });
  return { sent: outcome === "sent" ? missing.calls : 0, differences: [] };
}

const NOTHING: ComparedApiCalls = { sent: 0, differences: [] };

/** `waiting`: another comparison has sent them just now, or another event is on its way, and the next one looks again. */
async function sendMissing(
  parts: ReportParts,
  missing: Parameters<typeof createCorrection>[1],
  unlessSince: Date,
): Promise<"sent" | "rejected" | "waiting"> {
  try {
    const event = await createCorrection(parts.store, missing, { unlessSince });
    return event ? await sendMeterEvent(parts, event) : "waiting";
  } catch (error) {
    if (error instanceof DuplicateError) return "waiting";
    throw error;
  }
}

/** The calls of the periods that were invoiced. */
async function compareInvoices(
  comparison: Comparison,
  { billed, open }: { billed: readonly ClosedPeriod[]; open: OpenPeriod | null },
): Promise<ApiCallDifferenceRow[]> {
  const { parts, row } = comparison;
  const found: ApiCallDifferenceRow[] = [];
  for (const line of billed) {
    const { planId, periodStart, periodEnd, calls: invoiced, isFinal } = line;
    if (planId === null || !isFinal) continue;
    const count = (range: EventRange) =>
      countMeterCalls(
        parts.store,
        { accountId: row.id, customerId: row.customerId, ...range },
        { planId, isTrial: false, isCorrection: false },
      );
    const { counted, isSame } = await countInvoiced(line, {
      count,
      others: [...billed, ...(open ? [open] : [])],
    });
    if (isSame || !(await isRecorded(comparison, periodStart))) continue;
    const metered = await sumMeter(comparison, { from: periodStart, to: periodEnd });
    found.push(toDifference(comparison, { planId, periodStart, periodEnd, counted, metered, invoiced }));
  }
  return found;
}

/** Calls that no invoice has, and no running period will have. */
async function compareGaps(
  comparison: Comparison,
  { billed, open, since }: { billed: readonly ClosedPeriod[]; open: OpenPeriod | null; since: Date },
): Promise<ApiCallDifferenceRow[]> {
  const { parts, row, now } = comparison;
  const until = new Date(now.getTime() - METER_DELAY_MS);
  const account = { accountId: row.id, customerId: row.customerId };
  const found: ApiCallDifferenceRow[] = [];
  for (const { from, to } of listGaps({ billed, open, row }, { from: since, to: until })) {
    const only = { isTrial: false, isCorrection: false };
    const calls = await sumMeterEvents(parts.store, { ...account, from, to }, only);
    if (calls.size === 0) continue;
    const first = await findFirstMeterEvent(parts.store, { accountId: row.id, from });
    const range = { from: first?.happenedAt ?? from, to };
    const metered = await sumMeter(comparison, range);
    const period = { periodStart: range.from, periodEnd: to, metered, invoiced: 0 };
    for (const [planId, counted] of calls)
      found.push(toDifference(comparison, { planId, counted, ...period }));
  }
  return found;
}

/** Sums the meter over the minutes of a range, at least one. */
async function sumMeter({ parts, row }: Comparison, { from, to }: EventRange): Promise<number> {
  const first = toMinuteStart(from);
  const end = new Date(Math.max(toMinuteStart(to).getTime(), first.getTime() + minutes(1)));
  return (await parts.payments.sumApiCalls({ customerId: row.customerId, from: first, to: end })) ?? 0;
}

/**
 * Whether this version has recorded the account's calls since `start`. The one before stored no events, and a period in
 * which it reported calls cannot be compared.
 */
async function isRecorded({ parts, row }: Comparison, start: Date): Promise<boolean> {
  const accountId = row.id;
  const first = await findFirstMeterEvent(parts.store, { accountId, from: new Date(0) });
  if (!first) return false;
  const [startDay, firstDay] = [toIsoDay(start), toIsoDay(first.happenedAt)];
  if (firstDay <= startDay) return true;
  const days = await listApiCallDays(parts.store, { accountId, since: startDay });
  return days.every(({ day, calls }) => day >= firstDay || calls === 0);
}

function toDifference(
  { row, now }: Comparison,
  found: Omit<ApiCallDifferenceRow, "id" | "accountId" | "comparedAt">,
): ApiCallDifferenceRow {
  return { id: uuid(), accountId: row.id, ...found, comparedAt: now };
}
