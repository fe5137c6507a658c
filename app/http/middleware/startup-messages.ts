/** Prints a summary at startup, and logs warnings about the settings. */
import type { Config } from "~/config/config.server";
import { paths } from "~/domain/paths";
import type { Log } from "~/log.server";
import { PRODUCT_NAME } from "~/domain/product";
import { hasPayments, NO_PAYMENTS } from "~/services/billing/plans/no-payments.server";
import { getTokenFile } from "~/services/platform/setup/setup-access.server";
import { isMailLocal, getMailFolder, sendsMail } from "~/services/platform/mail/dev-mail.server";

/**
 * Prints the URLs and folders to standard output. Nothing of it is secret but the link of setup, while setup is open: so under
 * a public URL only a terminal gets it. What keeps the log gets lines of JSON then, without the token.
 */
export function printStartupSummary(
  config: Config,
  { hasSandbox, setupLink, log }: { hasSandbox: boolean; setupLink: string | null; log: Log },
): void {
  if (!config.isLocal && !process.stdout.isTTY) {
    log.info({ url: config.appUrl, dataDir: config.dataDir }, "the product serves");
    if (setupLink !== null) log.warn({ file: getTokenFile(config) }, SETUP_IS_OPEN);
    return;
  }
  const lines: [string, string][] = [
    [PRODUCT_NAME, config.appUrl],
    ["Email", describeMail(config)],
    ["Payments", hasSandbox ? describeWithoutKeys(config) : "Stripe"],
    ["API", `${config.appUrl}${paths.apiDocs}`],
    ["Data", config.dataDir],
    ...(setupLink === null ? [] : [["Set up", setupLink] as [string, string]]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  const list = lines.map(([name, value]) => `  ${name.padEnd(width)}${value}`).join("\n");
  // On a full disk it is lost, and no reason to end.
  process.stdout.on("error", () => undefined);
  // The lines that the log has collected stand before it.
  log.flush(() => process.stdout.write(`\n${list}\n\n`));
}

/** Logs settings that work, but are probably not intended. */
export function logWarnings(config: Config, log: Log): void {
  if (!config.isLocal && !sendsMail(config)) {
    log.warn(`SMTP_URL is missing: no email is sent. Emails are kept as files in ${getMailFolder(config)}.`);
  }
  if (!hasPayments(config)) log.warn(`${NO_PAYMENTS}.`);
  if (config.filesOpenToOthers.length > 0) {
    const open = config.filesOpenToOthers.slice(0, OPEN_PATHS_SHOWN).join(", ");
    log.warn(`DATA_DIR: other users of this machine can read ${open}. Give the product a folder of its own.`);
  }
}

/** With SETUP_TOKEN the file is null, and the command prints the link without the token. */
const SETUP_IS_OPEN =
  "setup is open to who has the token in this file, or SETUP_TOKEN: npm run setup:link prints the link, and so does the program of deploy/";

const OPEN_PATHS_SHOWN = 5;

function describeWithoutKeys(config: Config): string {
  return hasPayments(config)
    ? `sandbox: pay with 4242 4242 4242 4242, any later date, any CVC; ${config.appUrl}${paths.devBilling}`
    : "none: no one can pay without Stripe's keys";
}

function describeMail(config: Config): string {
  if (config.smtpUrl !== null) return "sent by SMTP";
  if (config.mailgun !== null) return "sent by Mailgun";
  return isMailLocal({ config })
    ? config.appUrl + paths.devMail
    : `not sent: files in ${getMailFolder(config)}`;
}
