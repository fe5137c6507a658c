/** Checks of the settings alone, without a connection: https, proxies, the secret, payment keys, mail. */
import { isLiveKey } from "~/config/keys.server";
import { isLoopback } from "~/config/config.server";
import { toMessage } from "~/domain/messages";
import { findPasskeyObstacle, toRpId } from "~/domain/passkeys";
import { pass, removeCredentials, warn, type CheckedInstallation, type CheckResult } from "./check.server";

type Checked = Pick<CheckedInstallation, "config" | "sources">;

/** Says where the settings come from, and no value: some contain passwords. */
export function checkSettings({ sources }: Checked): CheckResult {
  const list = (wanted: string) =>
    [...sources].filter(([, source]) => source === wanted).map(([name]) => name);
  const [environment, saved] = [list("environment"), list("saved")];
  const values = { environment: environment.join(", "), saved: saved.join(", ") };
  if (environment.length > 0 && saved.length > 0)
    return pass("settings", toMessage("checks:settings.both", values));
  if (environment.length > 0) return pass("settings", toMessage("checks:settings.environment", values));
  if (saved.length > 0) return pass("settings", toMessage("checks:settings.saved", values));
  return pass("settings", toMessage("checks:settings.defaults"));
}

export function checkHttps({ config }: Checked): CheckResult {
  const { appUrl, isLocal, host } = config;
  const url = removeCredentials(appUrl);
  if (isLocal && isLoopback(host)) return pass("https", toMessage("checks:https.local", { url }));
  if (appUrl.startsWith("https:")) return pass("https", toMessage("checks:https.ok", { url }));
  return warn("https", toMessage("checks:https.plain", { url }), toMessage("checks:https.set"));
}

/** With https a proxy is in front, because the product itself does not speak it. */
export function checkProxies({ config: { appUrl, trustProxyHops: hops } }: Checked): CheckResult {
  const isProxied = appUrl.startsWith("https:");
  if (isProxied && hops === 0)
    return warn("proxies", toMessage("checks:proxies.untrusted"), toMessage("checks:proxies.set"));
  if (!isProxied && hops > 0) {
    const finding = toMessage("checks:proxies.without_https", { hops });
    return warn("proxies", finding, toMessage("checks:proxies.remove"));
  }
  return pass(
    "proxies",
    hops === 0 ? toMessage("checks:proxies.none") : toMessage("checks:proxies.trusted", { hops }),
  );
}

/** Passkeys belong to a host that has a name, and need https anywhere but on this machine. */
export function checkPasskeys({ config: { appUrl } }: Checked): CheckResult {
  const obstacle = findPasskeyObstacle(appUrl);
  if (!obstacle) return pass("passkeys", toMessage("checks:passkeys.ok", { host: toRpId(appUrl) }));
  const { kind, url } = obstacle;
  const finding = kind === "ip" ? "checks:passkeys.ip" : "checks:passkeys.plain";
  const advice =
    url === null ? toMessage("checks:passkeys.set_name") : toMessage("checks:passkeys.set", { url });
  return warn("passkeys", toMessage(finding), advice);
}

export function checkPaymentKeys({ config: { stripe, isLocal } }: Checked): CheckResult {
  if (!stripe && isLocal) return pass("payments", toMessage("checks:payments.sandbox"));
  if (!stripe)
    return warn("payments", toMessage("checks:payments.no_keys"), toMessage("checks:payments.set"));
  if (isLiveKey(stripe.secretKey)) return pass("payments", toMessage("checks:payments.live"));
  if (isLocal) return pass("payments", toMessage("checks:payments.test"));
  return warn("payments", toMessage("checks:payments.test_public"), toMessage("checks:payments.set_live"));
}

/** Under a public URL no one can read them without the token, not even on this machine. */
export function checkMetrics({ config: { isLocal, metricsToken } }: Checked): CheckResult {
  if (metricsToken !== null) return pass("metrics", toMessage("checks:metrics.token"));
  if (isLocal) return pass("metrics", toMessage("checks:metrics.local"));
  return warn("metrics", toMessage("checks:metrics.none"), toMessage("checks:metrics.set"));
}

/** Several hosts that share a database must share the secret, and a file of one host is not shared. */
export function checkSecretSource({ config: { databaseUrl, appSecret }, sources }: Checked): CheckResult {
  if (sources.get("APP_SECRET") !== "default") return pass("secret", toMessage("checks:secret.set"));
  if (!databaseUrl.startsWith("sqlite:"))
    return warn("secret", toMessage("checks:secret.one_machine"), toMessage("checks:secret.set_everywhere"));
  return pass("secret", appSecret === "" ? "checks:secret.created" : "checks:secret.file");
}
