/** All checks of an installation, in the order in which they are shown. */
import { statSync } from "node:fs";
import { ConfigError, getDataDir, inspectConfig, listSettingSources } from "~/config/config.server";
import { toMessage } from "~/domain/messages";
import { MINIMUM_NODE } from "~/domain/product";
import { readProviderClock } from "~/gateways/payments/provider-clock";
import { checkBackup } from "./backup-check.server";
import { describeCause, fail, type CheckedInstallation, type CheckResult } from "./check.server";
import { checkDomain } from "./domain-check.server";
import { checkClock, checkDisk, checkFiles, checkNode, type OtherClock } from "./machine-checks.server";
import { checkMail } from "./mail-check.server";
import { checkIdentityProviders } from "./identity-provider-check.server";
import { checkDatabase, checkRedis } from "./service-checks.server";
import {
  checkHttps,
  checkMetrics,
  checkPasskeys,
  checkPaymentKeys,
  checkProxies,
  checkSecretSource,
  checkSettings,
} from "./settings-checks.server";

interface CheckedMachine {
  /** By default, that of this process. */
  environment?: Record<string, string | undefined>;
  /** As in "20.19". */
  minimumNode?: string;
  /** When the running program was built. */
  builtAt?: Date;
  now?: Date;
}

/** Never throws, and changes nothing. With settings that cannot be used, only the machine is checked next to them. */
export async function runChecks({
  environment,
  minimumNode = MINIMUM_NODE,
  builtAt = statSync(new URL(import.meta.url)).mtime,
  now = new Date(),
}: CheckedMachine = {}): Promise<CheckResult[]> {
  const dataDir = getDataDir(environment);
  const machine = [checkNode(process.versions.node, minimumNode), await checkDisk(dataDir)];
  let checked: CheckedInstallation;
  try {
    checked = { config: inspectConfig(environment), sources: listSettingSources(environment), now };
  } catch (error) {
    const advice =
      error instanceof ConfigError ? "checks:settings.correct" : "checks:settings.check_data_dir";
    const finding = toMessage("checks:reason", { reason: describeCause(error) });
    return [...machine, fail("settings", finding, advice)];
  }
  return [...machine, ...(await checkInstallation(checked, builtAt))];
}

async function checkInstallation(checked: CheckedInstallation, builtAt: Date): Promise<CheckResult[]> {
  const { config, now } = checked;
  const [database, redis, providerClock, mail, backup, domain, networks] = await Promise.all([
    checkDatabase(config, now),
    checkRedis(config),
    findProviderClock(config),
    checkMail(config),
    checkBackup(checked),
    checkDomain(checked),
    checkIdentityProviders(config),
  ]);
  return [
    checkClock({ now, builtAt, others: [redis.clock, providerClock].filter((clock) => clock !== null) }),
    checkFiles(config.dataDir, config.filesOpenToOthers),
    checkSettings(checked),
    checkSecretSource(checked),
    checkHttps(checked),
    checkProxies(checked),
    domain,
    ...database,
    redis.result,
    mail,
    checkPaymentKeys(checked),
    networks,
    checkPasskeys(checked),
    checkMetrics(checked),
    backup,
  ];
}

/** The payment provider's clock; null without its keys, and when it does not answer. The sandbox has this machine's. */
async function findProviderClock({ stripe }: CheckedInstallation["config"]): Promise<OtherClock | null> {
  const reading = stripe && (await readProviderClock(stripe.apiBase));
  return reading && { name: "Stripe", reading, signsEvents: true };
}
