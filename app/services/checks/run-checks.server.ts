/** All checks of an installation, in the order in which they are shown. */
import { ConfigError, getDataDir, inspectConfig, listSettingSources } from "~/config.server";
import { checkBackup } from "./backup-check.server";
import { describeCause, fail, type CheckedInstallation, type CheckResult } from "./check.server";
import { checkDomain } from "./domain-check.server";
import { checkClock, checkDisk, checkFiles, checkNode } from "./machine-checks.server";
import { checkMail } from "./mail-check.server";
import { checkDatabase, checkRedis } from "./service-checks.server";
import {
  checkHttps,
  checkPaymentKeys,
  checkProxies,
  checkSecretSource,
  checkSettings,
} from "./settings-checks.server";

export interface CheckedMachine {
  environment: Record<string, string | undefined>;
  /** As in "20.19". */
  minimumNode: string;
  /** When the running program was built. */
  builtAt: Date;
  now?: Date;
}

/** Never throws, and changes nothing. With settings that cannot be used, only the machine is checked beside them. */
export async function runChecks({
  environment,
  minimumNode,
  builtAt,
  now = new Date(),
}: CheckedMachine): Promise<CheckResult[]> {
  const dataDir = getDataDir(environment);
  const machine = [checkNode(process.versions.node, minimumNode), await checkDisk(dataDir)];
  let checked: CheckedInstallation;
  try {
    checked = { config: inspectConfig(environment), sources: listSettingSources(environment), now };
  } catch (error) {
    const advice =
      error instanceof ConfigError ? "The product does not start until it is corrected." : "Check DATA_DIR.";
    return [...machine, fail("Settings", describeCause(error), advice)];
  }
  return [...machine, ...(await checkInstallation(checked, builtAt))];
}

async function checkInstallation(checked: CheckedInstallation, builtAt: Date): Promise<CheckResult[]> {
  const { config, now } = checked;
  const [database, redis, mail, backup, domain] = await Promise.all([
    checkDatabase(config, now),
    checkRedis(config),
    checkMail(config),
    checkBackup(checked),
    checkDomain(checked),
  ]);
  return [
    checkClock({ now: redis.clock?.now ?? now, builtAt, other: redis.clock }),
    checkFiles(config.dataDir, config.filesOpenToOthers),
    checkSettings(checked),
    checkSecretSource(checked),
    domain,
    checkHttps(checked),
    checkProxies(checked),
    ...database,
    redis.result,
    mail,
    checkPaymentKeys(checked),
    backup,
  ];
}
