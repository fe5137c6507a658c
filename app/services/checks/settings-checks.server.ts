/** Checks of the settings alone, without a connection: https, proxies, the secret, payment keys, mail. */
import { isLiveKey } from "~/config-keys.server";
import { isLoopback } from "~/config.server";
import { pass, warn, type CheckedInstallation, type CheckResult } from "./check.server";

type Checked = Pick<CheckedInstallation, "config" | "sources">;

/** Says where the settings come from, and no value: some contain passwords. */
export function checkSettings({ sources }: Checked): CheckResult {
  const list = (wanted: string) =>
    [...sources].filter(([, source]) => source === wanted).map(([name]) => name);
  const [environment, saved] = [list("environment"), list("saved")];
  const describe = (names: string[], from: string) =>
    names.length > 0 ? [`${from}: ${names.join(", ")}`] : [];
  const given = [...describe(environment, "environment"), ...describe(saved, "config.json")];
  return pass(
    "Settings",
    given.length > 0 ? `${given.join("; ")}; defaults otherwise.` : "All are the defaults.",
  );
}

export function checkHttps({ config }: Checked): CheckResult {
  const { appUrl, isLocal, host } = config;
  if (isLocal && isLoopback(host)) return pass("HTTPS", `${appUrl} is for this machine only.`);
  if (appUrl.startsWith("https:")) return pass("HTTPS", `${appUrl}.`);
  return warn(
    "HTTPS",
    `${appUrl} is not encrypted, and other machines can reach it.`,
    "Set APP_URL to an https:// URL.",
  );
}

/** With https a proxy is in front, because the product itself does not speak it. */
export function checkProxies({ config: { appUrl, trustProxyHops: hops } }: Checked): CheckResult {
  const isProxied = appUrl.startsWith("https:");
  if (isProxied && hops === 0)
    return warn(
      "Proxies",
      "No proxy is trusted, so all visitors share the proxy's IP and its rate limits.",
      "Set TRUST_PROXY_HOPS to the number of proxies in front, usually 1.",
    );
  if (!isProxied && hops > 0)
    return warn(
      "Proxies",
      `${hops} trusted without https: a client that reaches the product directly can claim any IP.`,
      "Remove TRUST_PROXY_HOPS, or let only the proxy reach the product.",
    );
  return pass("Proxies", hops === 0 ? "None, and none is trusted." : `${hops} trusted.`);
}

export function checkPaymentKeys({ config: { stripe, isLocal } }: Checked): CheckResult {
  if (!stripe && isLocal) return pass("Payments", "The sandbox takes test cards.");
  if (!stripe)
    return warn(
      "Payments",
      "No keys: customers can choose only free plans.",
      "Set the three STRIPE_ variables.",
    );
  if (isLiveKey(stripe.secretKey)) return pass("Payments", "Stripe, live mode.");
  if (isLocal) return pass("Payments", "Stripe, test mode.");
  return warn(
    "Payments",
    "Stripe, test mode: no real card is charged.",
    "Set the keys of the live mode to earn money.",
  );
}

/** Several hosts that share a database must share the secret, and a file of one host is not shared. */
export function checkSecretSource({ config: { databaseUrl, appSecret }, sources }: Checked): CheckResult {
  if (sources.get("APP_SECRET") !== "default") return pass("Secret", "APP_SECRET is set.");
  if (!databaseUrl.startsWith("sqlite:"))
    return warn(
      "Secret",
      "It is a file of this machine, and another machine that uses the database would make its own.",
      "Set APP_SECRET to the content of app.secret, on every machine.",
    );
  return pass("Secret", appSecret === "" ? "The first start creates it." : "A file in the data folder.");
}
