/**
 * Reports the API calls of one account: what waits of a minute becomes one event, which is stored and then sent. An event
 * that was stored is sent again under its id until it is known that the provider has it.
 */
import { AppError } from "~/domain/errors";
import { minutes, seconds, hours } from "~/domain/limits";
import { toMinuteStart } from "~/domain/api-call-period";
import {
  closeMeterEvent,
  countMeterCalls,
  findOpenMeterEvent,
  leaseMeterEvent,
  mergeBatches,
  releaseMeterEvent,
  type EventTerms,
  type MeterEventRow,
} from "~/models/meter-event.server";
import type { PlanRow } from "~/models/plan.server";
import { DuplicateError } from "~/models/store/store";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import { closeAccountBatches, findOldestUnreported, type ApiCallBatchRow } from "~/models/api-call.server";
import type { App } from "~/services/platform/app.server";
import { NO_PLAN } from "../intents/intent-kinds.server";

/** A minute is reported this long after its end: the processes have stored their counts of it by then. */
const API_CALLS_STORED_WITHIN_MS = seconds(5);
/** The provider knows an identifier again for a day. The meter is asked about an older event before it is sent. */
const IDENTIFIER_KNOWN_MS = hours(23);

export interface ReportParts extends Pick<App, "store" | "payments"> {
  log: Pick<App["log"], "error">;
}

interface AccountReport {
  accountId: string;
  /** The calls that were made before this time. */
  before: Date;
  /** The plans whose calls are billed. */
  meteredPlanIds: ReadonlySet<string>;
  isStopped: () => boolean;
  /** Counts calls from this time on for the moment before it: the provider gives the whole minute to the next plan. */
  cutAt?: Date | null;
}

/** The plans whose calls are billed. */
export function listMeteredPlanIds(plans: readonly Pick<PlanRow, "id" | "type">[]): ReadonlySet<string> {
  return new Set(plans.filter(({ type }) => type === "tiered").map(({ id }) => id));
}

/** Calls from before this time are due: their minute is over, and every process has stored them. */
export function findDueBefore(now: Date): Date {
  return toMinuteStart(new Date(now.getTime() - API_CALLS_STORED_WITHIN_MS));
}

/**
 * Reports what waits. False when it was stopped, or another process sends an event of the account. Throws the provider's
 * failure; what could not be sent then waits.
 */
export async function reportAccount(parts: ReportParts, report: AccountReport): Promise<boolean> {
  while (!report.isStopped()) {
    const open = await findOpenMeterEvent(parts.store, report);
    const next = open ? ((await leaseMeterEvent(parts.store, open)) ?? "held") : await merge(parts, report);
    if (next === "nothing") return true;
    if (next === "held") return false;
    if (next !== "again") await sendMeterEvent(parts, next);
  }
  return false;
}

/** The next event; `again` when batches were closed, or merged by another process, and there may be more. */
async function merge(
  { store }: ReportParts,
  report: AccountReport,
): Promise<MeterEventRow | "nothing" | "again"> {
  const oldest = await findOldestUnreported(store, report);
  if (!oldest) return "nothing";
  const { accountId, planId } = oldest;
  const row = await findSubscription(store, { accountId });
  const payer = findPayer(report, oldest, row);
  if (!payer) {
    await closeAccountBatches(store, oldest);
    return "again";
  }
  const from = toMinuteStart(oldest.createdAt);
  const until = new Date(Math.min(from.getTime() + minutes(1), report.before.getTime()));
  const toTerms = (last: ApiCallBatchRow): EventTerms => ({
    ...payer,
    happenedAt: toEventTime(last.createdAt, report.cutAt ?? null),
    isTrial: isOnTrial(row, last.createdAt),
  });
  try {
    return (await mergeBatches(store, { accountId, planId, from, until, toTerms })) ?? "again";
  } catch (error) {
    if (error instanceof DuplicateError) return "again";
    throw error;
  }
}

/**
 * The plan and the customer of a batch; null when its calls are not billed. A batch without a plan is of the version that
 * did not store it: its calls count on the plan that the account has.
 */
function findPayer(
  { meteredPlanIds }: AccountReport,
  batch: ApiCallBatchRow,
  row: SubscriptionRow | null,
): Pick<EventTerms, "planId" | "customerId"> | null {
  const planId = batch.planId ?? row?.planId ?? NO_PLAN;
  const customerId = row?.customerId ?? null;
  return customerId !== null && meteredPlanIds.has(planId) ? { planId, customerId } : null;
}

function toEventTime(madeAt: Date, cutAt: Date | null): Date {
  return cutAt !== null && madeAt >= cutAt ? new Date(cutAt.getTime() - 1) : madeAt;
}

function isOnTrial(row: SubscriptionRow | null, at: Date): boolean {
  return row?.status === "trialing" && (row.currentPeriodEnd === null || at < row.currentPeriodEnd);
}

/** Sends an event that this process has leased, and records what became of it. Throws the provider's failure. */
export async function sendMeterEvent(parts: ReportParts, event: MeterEventRow): Promise<"sent" | "rejected"> {
  const status = await send(parts, event);
  await closeMeterEvent(parts.store, event, status);
  return status;
}

async function send(parts: ReportParts, event: MeterEventRow): Promise<"sent" | "rejected"> {
  const { store, payments, log } = parts;
  const { id, accountId, customerId, calls, happenedAt: at } = event;
  try {
    const isCounted =
      (await isOnMeter(parts, event)) || (await payments.reportApiCalls({ id, customerId, calls, at }));
    if (isCounted) return "sent";
    log.error({ account: accountId, event: id }, "the provider does not have this customer");
    return "rejected";
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") {
      await releaseMeterEvent(store, event);
      throw error;
    }
    // It must not hold up the account's other events. The comparison finds what is missing.
    log.error({ err: error, account: accountId, event: id }, "the provider rejected an event of API calls");
    return "rejected";
  }
}

/**
 * Whether the meter has an old event already, whose identifier the provider has forgotten: its answer was lost, or a backup
 * from before it was restored. Then the event's minute has more calls than what is known to be sent.
 */
async function isOnMeter({ store, payments }: ReportParts, event: MeterEventRow): Promise<boolean> {
  const { accountId, customerId, calls, happenedAt } = event;
  if (happenedAt.getTime() > Date.now() - IDENTIFIER_KNOWN_MS) return false;
  const from = toMinuteStart(happenedAt);
  const minute = { from, to: new Date(from.getTime() + minutes(1)) };
  const known = await countMeterCalls(store, { accountId, customerId, ...minute }, { status: "sent" });
  return ((await payments.sumApiCalls({ customerId, ...minute })) ?? 0) >= known + calls;
}
