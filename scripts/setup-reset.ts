/** The built parts of `npm run setup:reset` and `setup:link`, which also run next to the product. */
import { openMigrated } from "../app/boot/store.server";
import { readConfig } from "../app/config/config.server";
import { makeFilesPrivate } from "../app/config/data-dir.server";
import { makeLog } from "../app/log.server";
import { openSecrets } from "../app/services/platform/crypto/hash-keys.server";
import { createLimiter } from "../app/services/platform/rate-limits/limiter.server";
import { createSettings } from "../app/services/platform/setup/settings.server";
import { createSetupAccess } from "../app/services/platform/setup/setup-access.server";
import { reopenSetup, type ReopenParts } from "../app/services/setup/reopen-setup.server";

/** Opens setup again and prints the link. Returns the exit code. */
export async function resetSetup(given: readonly string[]): Promise<number> {
  if (given.length > 0) {
    process.stderr.write("Usage: npm run setup:reset\n");
    return 1;
  }
  return withSetup(async (services) => {
    const link = await reopenSetup(services);
    process.stdout.write(`Setup is open until it is finished: ${link}\n`);
    return 0;
  });
}

/** Prints the link of a setup that is open, and changes nothing. Returns the exit code: 1 while setup is closed. */
export async function printSetupLink(): Promise<number> {
  return withSetup(async ({ setup }) => {
    const link = await setup.createLink();
    process.stdout.write(link === null ? "Setup is closed: npm run setup:reset opens it.\n" : `${link}\n`);
    return link === null ? 1 : 0;
  });
}

async function withSetup(run: (services: ReopenParts) => Promise<number>): Promise<number> {
  makeFilesPrivate();
  const config = readConfig();
  const log = makeLog(config.logLevel, config);
  const store = await openMigrated(config, log);
  try {
    const secrets = await openSecrets(store, config, log);
    const setup = createSetupAccess({ config, store, secrets, limiter: createLimiter(secrets), log });
    const settings = createSettings({ config, log, prepareSwitch: null });
    return await run({ config, store, secrets, settings, setup });
  } finally {
    await store.close();
  }
}
