/**
 * What a process does about unfinished payments: it compares every account at its start, and from then on takes over the
 * intents of requests that lost their answer, and of processes that crashed.
 */
import { INTENT_RECOVER_EVERY_MS } from "~/domain/payment-limits";
import type { App } from "../platform/app.server";
import { startWorker } from "../platform/workers.server";
import { reconcile, recoverIntents } from "./reconcile.server";

export interface Reconciliation {
  /** Resolves when the account or intent that is being looked at is done. */
  stop(): Promise<void>;
}

/** Requests do not wait for it. Never throws. `every`: how often to look for lost intents, in milliseconds. */
export function startReconciliation(
  app: App,
  { every = INTENT_RECOVER_EVERY_MS }: { every?: number } = {},
): Reconciliation {
  let isStopped = false;
  // `npm run reconcile` also compares refunds, which takes long.
  const comparing = reconcile(app, { withRefunds: false, isStopped: () => isStopped });
  const recovering = startWorker({
    every,
    run: (hasStopped) => recoverIntents(app, hasStopped),
    report: (cause) => {
      app.log.error({ err: cause }, "the open payments could not be settled");
    },
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all([comparing, recovering.stop()]);
    },
  };
}
