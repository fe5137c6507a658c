/** The short list that somebody who has just started the product wants to see. */
import type { Config } from "~/config.server";
import { paths } from "~/domain/paths";

/** Prints addresses to standard output; nothing secret among them. */
export function announce(config: Config, { hasSandbox }: { hasSandbox: boolean }): void {
  const lines: [string, string][] = [
    ["Groundwork", config.appUrl],
    ["Mails", config.smtpUrl ? "sent by SMTP" : `${config.appUrl}${paths.devMail}`],
    ["Payments", hasSandbox ? "sandbox: pay with 4242 4242 4242 4242, any later date, any CVC" : "Stripe"],
    ["API", `${config.appUrl}${paths.openApi}`],
    ["Data", config.dataDir],
  ];
  process.stdout.write(`\n${lines.map(([name, value]) => `  ${name.padEnd(12)}${value}`).join("\n")}\n\n`);
}
