/**
 * The built part of `npm run reconcile`: finishes open payments, compares every account with the payment provider,
 * repairs what differs, and says what it cannot repair.
 */
import { bootForCommand } from "../app/boot/boot.server";
import { readConfig } from "../app/config/config.server";
import { makeFilesPrivate } from "../app/config/data-dir.server";
import { hasPayments, NO_PAYMENTS } from "../app/services/billing/plans/no-payments.server";
import { reconcile } from "../app/services/billing/sync/reconcile.server";
import type { ComparedArea, ComparisonView, Drift } from "../app/domain/comparisons";
import { readComparisons } from "../app/services/master/comparisons.server";

/** Prints one line for each difference, and one for the last comparison of each area. Returns the exit code: 1 when something could not be repaired. */
export async function runReconcile(): Promise<number> {
  makeFilesPrivate();
  if (!hasPayments(readConfig())) {
    process.stdout.write(`${NO_PAYMENTS}. There is nothing to compare.\n`);
    return 0;
  }
  const running = await bootForCommand({
    payments: async (options) => (await import("../sandbox/server")).startSandbox(options),
    social: async (options) =>
      (await import("../sandbox/identity-providers/server")).startIdentitySandbox(options),
  });
  const drifts: Drift[] = [];
  let comparisons: ComparisonView[] = [];
  try {
    await reconcile(running.app, {
      onDrift: (drift) => {
        drifts.push(drift);
        process.stdout.write(`${toLine(drift)}\n`);
      },
    });
    comparisons = await readComparisons(running.app.store, "en");
  } finally {
    await running.close();
  }
  const failed = drifts.filter(({ failure }) => failure !== null).length;
  const repaired = drifts.length - failed;
  process.stdout.write(
    drifts.length === 0
      ? "Every account agrees with the payment provider.\n"
      : `${repaired} repaired, ${failed} not repaired.\n`,
  );
  for (const comparison of comparisons) process.stdout.write(`${toLastLine(comparison)}\n`);
  return failed > 0 ? 1 : 0;
}

const AREAS: Record<ComparedArea, string> = {
  api_calls: "API calls, meter and invoices",
  subscriptions: "Subscriptions",
  cards: "Cards",
  refunds: "Refunds",
  disputes: "Disputes and fraud warnings",
};

/** When the area was last compared, which is now unless that failed. */
function toLastLine({ area, compared_at: at, accounts, ...counts }: ComparisonView): string {
  const found = `${accounts} compared, ${counts.repaired} repaired, ${counts.not_repaired} not repaired`;
  return `${AREAS[area]}: ${at === null ? "not compared yet" : `${at}: ${found}`}`;
}

function toLine({ accountId, what, failure }: Drift): string {
  return `${accountId}: ${what}: ${failure === null ? "repaired" : `not repaired: ${failure}`}`;
}
