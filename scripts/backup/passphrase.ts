/** Asks for a passphrase on a terminal, without showing what is typed. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { BackupError } from "../../app/services/backup/backup-error.server";

/** The exit code of a shell's command that Ctrl C ended. */
const INTERRUPTED = 130;

/** Asks twice, because a passphrase with a slip of the finger would never be found again. */
export async function askNewPassphrase(): Promise<string> {
  const passphrase = await askPassphrase("Passphrase for the secret in the backup: ");
  if (passphrase !== (await askPassphrase("The same again: ")))
    throw new BackupError("The two passphrases differ: run the command again.");
  return passphrase;
}

/** Throws BackupError where there is no terminal to ask on. */
export async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new BackupError("There is no terminal to ask on: set BACKUP_PASSPHRASE.");
  process.stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  terminal.once("SIGINT", () => process.exit(INTERRUPTED));
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
