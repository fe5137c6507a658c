/** The built part of `npm run promote`: makes a user a master, or revokes that, in the product's own database. */
import { safeParse } from "zod/v4/core";
import { openMigrated } from "../app/boot/store.server";
import { readConfig } from "../app/config/config.server";
import { makeFilesPrivate } from "../app/config/data-dir.server";
import { email } from "../app/domain/forms/rules";
import { makeLog } from "../app/log.server";
import { setMaster } from "../app/services/users/users.server";

const USAGE = "Usage: npm run promote -- EMAIL, or to revoke it: npm run promote -- EMAIL --revoke";

const OUTCOMES = {
  master: { changed: "is an operator now", same: "is an operator already" },
  no_master: { changed: "is no longer an operator", same: "is not an operator" },
};

/** Prints what it did. Returns the exit code: 1 when no verified user has the email. */
export async function promote(given: readonly string[]): Promise<number> {
  makeFilesPrivate();
  const isMaster = !given.includes("--revoke");
  const [written, ...more] = given.filter((word) => word !== "--revoke");
  const parsedEmail = safeParse(email(), written);
  if (!parsedEmail.success || more.length > 0) return print(USAGE, 1);
  const store = await openMigrated(readConfig(), makeLog("silent"));
  try {
    const done = await setMaster(store, { email: parsedEmail.data, isMaster });
    if (!done)
      return print(`No user has verified ${parsedEmail.data}: sign up with it and verify it first.`, 1);
    const who = `${done.user.name} <${parsedEmail.data}>`;
    return print(
      `${who} ${OUTCOMES[isMaster ? "master" : "no_master"][done.isChanged ? "changed" : "same"]}.`,
      0,
    );
  } finally {
    await store.close();
  }
}

function print(sentence: string, code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(`${sentence}\n`);
  return code;
}
