/**
 * Reports API calls to the payment provider's meter, batch by batch. A batch is stored with its calls and keeps its id,
 * by which the provider counts it once: sending it again after a lost response, or from two processes, does no harm.
 */
import { AppError } from "~/domain/errors";
import { WORKERS_FIRST_AFTER_MS } from "~/domain/limits";
import { USAGE_REPORT_EVERY_MS } from "~/domain/payment-limits";
import { listAllPlans } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { listSubscriptions } from "~/models/subscription.server";
import { closeUsageBatches, listOpenUsageBatches, type UsageBatchRow } from "~/models/usage.server";
import type { App } from "../platform/app.server";
import type { Job } from "../platform/jobs/jobs.server";

export interface UsageReportDependencies extends Pick<App, "store" | "payments"> {
  log: Pick<App["log"], "error">;
}

/** How many batches one query reads. */
const PAGE_SIZE = 100;

/**
 * Reports what is open. While the provider is away the batches wait, and the next run sends them. One process at a time,
 * because two would send each batch twice.
 */
export function createUsageReportJob(parts: UsageReportDependencies): Job {
  return {
    name: "usage-reports",
    every: USAGE_REPORT_EVERY_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    run: (signal) => reportOpenBatches(parts, { isStopped: () => signal.aborted }),
    report: (cause) =>
      parts.log.error({ err: cause }, "API calls cannot be reported to the payment provider"),
  };
}

export interface ReportOptions {
  /** Only the batches of this account. */
  accountId?: string;
  isStopped?: () => boolean;
}

/** Reports every open batch. Throws the provider's failure; the rest then stays open. */
export async function reportOpenBatches(
  parts: Pick<UsageReportDependencies, "log" | "payments" | "store">,
  { accountId, isStopped = () => false }: ReportOptions = {},
): Promise<void> {
  let last: UsageBatchRow | undefined;
  do {
    const page: UsageBatchRow[] = await listOpenUsageBatches(parts.store, {
      accountId,
      after: last,
      limit: PAGE_SIZE,
    });
    await reportPage(parts, page, isStopped);
    last = page.length === PAGE_SIZE ? page.at(-1) : undefined;
  } while (last && !isStopped());
}

async function reportPage(
  parts: Pick<UsageReportDependencies, "log" | "payments" | "store">,
  page: readonly UsageBatchRow[],
  isStopped: () => boolean,
): Promise<void> {
  const { store } = parts;
  const customers = await findMeteredCustomers(store, [...new Set(page.map(({ accountId }) => accountId))]);
  const unmetered = page.filter(({ accountId }) => !customers.has(accountId));
  await closeUsageBatches(store, { ids: unmetered.map(({ id }) => id) });
  for (const batch of page) {
    const customerId = customers.get(batch.accountId);
    if (isStopped()) return;
    if (customerId !== undefined) await reportBatch(parts, batch, customerId);
  }
}

/** The customers who pay for their calls, by account. */
async function findMeteredCustomers(
  store: Store,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const plans = await listAllPlans(store);
  const metered = new Set(plans.filter(({ type }) => type === "tiered").map(({ id }) => id));
  const rows = await listSubscriptions(store, { accountIds });
  return new Map(
    rows.flatMap(({ id, planId, customerId }) =>
      customerId !== null && planId !== null && metered.has(planId) ? [[id, customerId]] : [],
    ),
  );
}

async function reportBatch(
  { store, payments, log }: Pick<UsageReportDependencies, "log" | "payments" | "store">,
  { id, accountId, calls, createdAt: at }: UsageBatchRow,
  customerId: string,
): Promise<void> {
  try {
    const isCounted = await payments.reportUsage({ id, customerId, calls, at });
    if (!isCounted) log.error({ account: accountId, batch: id }, "the provider does not have this customer");
    await closeUsageBatches(store, { ids: [id] });
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable") throw error;
    // One batch that the provider rejects must not hold up those of other accounts.
    log.error({ err: error, account: accountId, batch: id }, "the provider rejected a batch of API calls");
  }
}
