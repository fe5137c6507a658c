/** The primary of several processes: it migrates, runs the sandboxes for all of them, and serves no request itself. */
import type { Config } from "../config/config.server";
import { logWarnings, printStartupSummary } from "../http/middleware/startup-messages";
import { superviseProcesses } from "../http/processes/primary";
import { makeLog } from "../log.server";
import { createLimiter } from "../services/platform/rate-limits/limiter.server";
import { createSetupAccess } from "../services/platform/setup/setup-access.server";
import { openSecrets } from "../services/platform/crypto/hash-keys.server";
import { startPayments } from "./payments.server";
import { listSandboxClients, type Sandboxes } from "./sandboxes.server";
import { openPrepared } from "./store.server";

/** Starts `config.processes` processes that run `program`. Throws ConfigError, or what the database throws. */
export async function bootPrimary(config: Config, sandboxes: Sandboxes, program: string): Promise<void> {
  const log = makeLog(config.logLevel, config);
  const store = await openPrepared(config, log);
  const core = { config, log, secrets: await openSecrets(store, config, log) };
  const setup = createSetupAccess({ ...core, store, limiter: createLimiter(core.secrets) });
  const setupLink = await setup.createLink();
  await store.close();
  const { sandbox: payments } = await startPayments(sandboxes.payments, core);
  const clients = listSandboxClients(config);
  const hasIdentitySandbox = config.isLocal && config.identityProviders.some(({ keys }) => keys === null);
  const social = hasIdentitySandbox ? await sandboxes.social({ clients }) : null;
  superviseProcesses({
    count: config.processes,
    program,
    ports: { payments: payments?.port ?? null, social: social?.port ?? null },
    drainDelayMs: config.drainDelayMs,
    log,
    onServing() {
      logWarnings(config, log);
      printStartupSummary(config, { hasSandbox: payments !== null, setupLink, log });
    },
    async close() {
      await Promise.all([payments?.close(), social?.close()]);
    },
  });
}
