/** The built part of `npm run seed`: makes a demo company once, and prints its sign-ins. */
import { bootForCommand } from "../app/boot/boot.server";
import { isLoopback, readConfig, type Config } from "../app/config/config.server";
import { makeFilesPrivate } from "../app/config/data-dir.server";
import { listDemoAccounts } from "../app/models/account.server";
import { findVerifiedUser } from "../app/models/user.server";
import type { App } from "../app/services/platform/app.server";
import { returnClock } from "./seed/clock";
import { makeDemo } from "./seed/make-demo";
import { listDemoEmails } from "./seed/people";
import { formatSignIns } from "./seed/print";
import { removeDemo } from "./seed/remove-demo";

/** Prints what it did. Returns the exit code: 1 when the demo cannot be made here. */
export async function runSeed(): Promise<number> {
  makeFilesPrivate();
  const refusal = findRefusal(readConfig());
  if (refusal !== null) return say(`The demo is for this machine only: ${refusal}`, 1);
  const running = await bootForCommand(
    {
      payments: async (options) => (await import("../sandbox/server")).startSandbox(options),
      social: async (options) =>
        (await import("../sandbox/identity-providers/server")).startIdentitySandbox(options),
    },
    { joinsSandbox: true },
  );
  try {
    return await seed(running.app);
  } finally {
    await running.close();
  }
}

async function seed(app: App): Promise<number> {
  const accounts = await listDemoAccounts(app.store);
  const isComplete = accounts.length > 0 && accounts.every(({ demoState }) => demoState === "complete");
  if (isComplete) return say(`The demo is here already, so nothing was changed.\n\n${formatSignIns(app)}`, 0);
  await returnClock(app);
  if (accounts.length > 0) {
    say("An earlier run did not get to its end. Removing what it made, and beginning again.", 0);
    await removeDemo(app, accounts);
  }
  const taken = await findTakenEmail(app);
  if (taken !== null) return say(`${taken} belongs to a user who is not of the demo. ${TAKEN_HINT}`, 1);
  say("Making the demo company: five months in some seconds.", 0);
  await makeDemo(app);
  return say(`The demo is ready.\n\n${formatSignIns(app)}`, 0);
}

const TAKEN_HINT = "Close that user, or set DATA_DIR to an empty folder, and run this again.";

async function findTakenEmail({ store }: App): Promise<string | null> {
  for (const email of listDemoEmails()) if (await findVerifiedUser(store, { email })) return email;
  return null;
}

/** Why the demo cannot be made with these settings; null where it can. Its people have one printed password. */
export function findRefusal({ stripe, isLocal, appUrl, host, smtpUrl, mailgun }: Config): string | null {
  if (stripe) return "with Stripe's keys its payments would not be made up.";
  if (!isLocal) return `APP_URL is ${appUrl}, so others could sign in.`;
  if (!isLoopback(host)) return `HOST is ${host}, so other machines could sign in.`;
  if (smtpUrl !== null) return "SMTP_URL is set, so its mails would be sent.";
  if (mailgun !== null) return "MAILGUN_API_KEY is set, so its mails would be sent.";
  return null;
}

function say(text: string, code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  return code;
}
