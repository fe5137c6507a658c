/** What `npm run setup:reset` runs after the build: opens setup again, also while the product runs. */
import { openMigrated } from "../app/boot-store.server";
import { readConfig } from "../app/config.server";
import { makeFilesPrivate } from "../app/data-dir.server";
import { makeLog } from "../app/log.server";
import { openSecrets } from "../app/services/platform/crypto/hash-keys.server";
import { createLimiter } from "../app/services/platform/rate-limits/limiter.server";
import { createSettings } from "../app/services/platform/setup/settings.server";
import { createSetupAccess } from "../app/services/platform/setup/setup-access.server";
import { reopenSetup } from "../app/services/setup/reopen-setup.server";

/** Prints the link. Returns the exit code. */
export async function resetSetup(given: readonly string[]): Promise<number> {
  if (given.length > 0) {
    process.stderr.write("Usage: npm run setup:reset\n");
    return 1;
  }
  makeFilesPrivate();
  const config = readConfig();
  const log = makeLog(config.logLevel);
  const store = await openMigrated(config, log);
  try {
    const secrets = await openSecrets(store, config, log);
    const setup = createSetupAccess({ config, store, secrets, limiter: createLimiter(secrets), log });
    const settings = createSettings({ config, log, prepareSwitch: null });
    const link = await reopenSetup({ config, store, secrets, settings, setup });
    process.stdout.write(`Setup is open until it is finished: ${link}\n`);
    return 0;
  } finally {
    await store.close();
  }
}
