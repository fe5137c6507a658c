/** The secret that only reads, while there is one: whether anything still needs it. */
import { countSavedSecrets } from "~/config/saved.server";
import { findSecretFile } from "~/config/secrets.server";
import type { Config } from "~/config/config.server";
import { toMessage } from "~/domain/messages";
import type { Store } from "~/models/store/store";
import { createSecrets } from "~/crypto/secrets.server";
import { needsOtherSecret } from "../platform/crypto/rekey.server";
import { warn, type CheckResult } from "./check.server";

/** Nothing while there is one secret. */
export async function checkPreviousSecret(store: Store, config: Config): Promise<CheckResult[]> {
  const { dataDir, otherSecrets } = config;
  if (otherSecrets.length === 0) return [];
  const file = findSecretFile(dataDir, "next") ?? findSecretFile(dataDir, "previous");
  const values = { name: file ?? "APP_SECRET_PREVIOUS" };
  const isNeeded =
    countSavedSecrets(dataDir, config).other > 0 || (await needsOtherSecret(store, createSecrets(config)));
  return isNeeded
    ? [warn("former_secret", toMessage("checks:former_secret.needed", values), "checks:former_secret.rekey")]
    : [warn("former_secret", toMessage("checks:former_secret.idle", values), "checks:former_secret.remove")];
}
