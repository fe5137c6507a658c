/**
 * The built part of `npm run reconcile`: finishes open payments, compares every account with the payment provider,
 * repairs what differs, and says what it cannot repair.
 */
import { bootForCommand } from "../app/boot/boot.server";
import { readConfig } from "../app/config/config.server";
import { makeFilesPrivate } from "../app/config/data-dir.server";
import { hasPayments, NO_PAYMENTS } from "../app/services/billing/plans/no-payments.server";
import { reconcile } from "../app/services/billing/sync/reconcile.server";
import type { Drift } from "../app/services/billing/sync/reconcile-account.server";

/** Prints one line for each difference. Returns the exit code: 1 when something could not be repaired. */
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
  try {
    await reconcile(running.app, {
      onDrift: (drift) => {
        drifts.push(drift);
        process.stdout.write(`${toLine(drift)}\n`);
      },
    });
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
  return failed > 0 ? 1 : 0;
}

function toLine({ accountId, what, failure }: Drift): string {
  return `${accountId}: ${what}: ${failure === null ? "repaired" : `not repaired: ${failure}`}`;
}
