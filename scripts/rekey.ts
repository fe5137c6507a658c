/** The built part of `npm run rekey`: encrypts again what another secret than the one in use has encrypted. */
import { countSavedSecrets, rekeySavedSecrets, SettingsConflictError } from "../app/config/saved.server";
import { findSecretFile, rotateSecretFile } from "../app/config/secrets.server";
import { ConfigError, listSettingSources, readConfig, type Config } from "../app/config/config.server";
import { makeFilesPrivate } from "../app/config/data-dir.server";
import { ENCRYPTED_ROW_NAMES } from "../app/domain/encryption";
import type { Store } from "../app/models/store/store";
import { openSecrets } from "../app/services/platform/crypto/hash-keys.server";
import { countEncrypted, rekeyRows, sumCounts } from "../app/services/platform/crypto/rekey.server";
import type { Secrets } from "../app/crypto/secrets.server";
import { showProgress } from "./backup/progress";
import { openParts } from "./backup/run-command";

const USAGE = "Usage: npm run rekey, or for a new secret in the data folder: npm run rekey -- --new-secret";

/** Prints what it did and what is left. Returns the exit code: 0 when everything is encrypted with the secret in use. */
export async function runRekey(words: readonly string[]): Promise<number> {
  const [option, ...more] = words;
  if (more.length > 0 || (option !== undefined && option !== "--new-secret")) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  makeFilesPrivate();
  const config = readConfig();
  if (option !== undefined) return prepareNewSecret(config);
  const { store, database } = await openParts(config);
  try {
    await database.ping();
    if ((await database.readSchemaState()).schema !== "current")
      throw new ConfigError("The database has the tables of another version: start this one on it first.");
    return await rekey(store, config);
  } finally {
    await database.close();
  }
}

/** One of the two steps before the secret in the data folder is another one. */
function prepareNewSecret({ dataDir }: Config): number {
  if (listSettingSources().get("APP_SECRET") !== "default")
    throw new ConfigError(
      "APP_SECRET is set, so it is changed there: docs/deployment.md, Rotating APP_SECRET.",
    );
  const step = rotateSecretFile(dataDir);
  print(
    step === "prepared"
      ? `A new secret is in ${findSecretFile(dataDir, "next")}, and only reads. Restart every process, and then run ` +
          "npm run rekey -- --new-secret again: it takes the new secret into use."
      : `The new secret is in use from the next start on, and ${findSecretFile(dataDir, "previous")} has the former one, ` +
          "which still reads. Restart every process, and then run npm run rekey.",
  );
  return 0;
}

async function rekey(store: Store, config: Config): Promise<number> {
  // The errors that it would log are in the counts.
  const secrets = await openSecrets(store, config, { error: () => undefined });
  const { isStopped, end } = watchSignals();
  const progress = showProgress("Encrypting again");
  const total = sumCounts(await countEncrypted(store, secrets)).other;
  let done = 0;
  const onChange = (count: number) => progress.update((done += count), Math.max(total, done));
  try {
    const changed = await rekeyRows(store, secrets, { isStopped, onChange });
    const savedChanged = isStopped() ? 0 : rekeySaved(config);
    progress.stop();
    return await printState(store, secrets, { config, changed, savedChanged, isStopped: isStopped() });
  } finally {
    progress.stop();
    end();
  }
}

function rekeySaved({ dataDir, ...keys }: Config): number {
  try {
    return rekeySavedSecrets(dataDir, keys);
  } catch (error) {
    // The secrets that are left are counted below.
    if (error instanceof SettingsConflictError) return 0;
    throw error;
  }
}

interface Done {
  config: Config;
  changed: Awaited<ReturnType<typeof rekeyRows>>;
  savedChanged: number;
  isStopped: boolean;
}

async function printState(
  store: Store,
  secrets: Secrets,
  { config, changed, savedChanged, isStopped }: Done,
): Promise<number> {
  const counts = await countEncrypted(store, secrets);
  const saved = countSavedSecrets(config.dataDir, config);
  for (const [kind, count] of counts)
    print(toLine(ENCRYPTED_ROW_NAMES[kind], { ...count, changed: changed.get(kind) ?? 0 }));
  print(toLine("saved settings", { ...saved, changed: savedChanged }));
  for (const [kind, { unreadable }] of counts)
    for (const id of unreadable) print(`No secret decrypts this one of ${ENCRYPTED_ROW_NAMES[kind]}: ${id}`);
  const { other, unreadable } = sumCounts(counts);
  const left = other + saved.other;
  print(toEnding(config, { left, isStopped }));
  return left + unreadable > 0 ? 1 : 0;
}

function toLine(
  name: string,
  { changed, current, other }: Record<"changed" | "current" | "other", number>,
): string {
  return `${name}: ${changed} encrypted again, ${current} with the secret in use, ${other} left`;
}

function toEnding(
  { dataDir, otherSecrets }: Config,
  { left, isStopped }: { left: number; isStopped: boolean },
): string {
  if (left > 0 && isStopped) return "Stopped. Run npm run rekey again: it goes on where it ended.";
  if (left > 0)
    return (
      "What is left was written meanwhile, by a process that does not use the new secret yet. Restart every process with " +
      "both secrets, and run npm run rekey again."
    );
  if (otherSecrets.length === 0) return "There is no other secret than the one in use.";
  const next = findSecretFile(dataDir, "next");
  if (next !== null)
    return `${next} is not in use yet: restart every process, and run npm run rekey -- --new-secret.`;
  const where = findSecretFile(dataDir, "previous") ?? "APP_SECRET_PREVIOUS";
  return (
    `Nothing needs the secret in ${where}. If it is the former one, keep it with the backups that were made with it, remove ` +
    "it here, and restart every process; if it is the new one, let the two change places."
  );
}

/** A batch is changed whole or not at all, so a signal only has to end the loop. */
function watchSignals() {
  let isStopped = false;
  const stop = () => (isStopped = true);
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, stop);
  return {
    isStopped: () => isStopped,
    end() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
