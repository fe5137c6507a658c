/**
 * The application secret, and those that only read (decrypt and verify): from the settings, else from files in the data folder.
 * `npm run rekey` changes the files. docs/decisions/0072-a-secret-is-rotated-by-two.md
 */
import { randomBytes } from "node:crypto";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SecretKeys } from "~/crypto/secrets.server";
import { readText } from "./files.server";
import { ConfigError } from "./keys.server";
import { replaceFile, syncFolder } from "./replace-file.server";

/** In the order in which they are read: while two of them change places, every secret is found in one. */
const FILES = { next: "app.secret.next", own: "app.secret", previous: "app.secret.previous" } as const;
type SecretFile = keyof typeof FILES;

type GivenSecrets = Partial<Record<"APP_SECRET" | "APP_SECRET_PREVIOUS", string | undefined>>;

/** Creates the secret at the first start, readable by the owner only, and reads the same one afterwards. Throws ConfigError. */
export function readOrCreateSecrets(dataDir: string, given: GivenSecrets): SecretKeys {
  return readKeys(dataDir, given, () => {
    createOwnSecret(dataDir);
    return readSecretFile(dataDir, "own") ?? "";
  });
}

/** The secret is empty before the first start. Throws ConfigError. */
export function readSecrets(dataDir: string, given: GivenSecrets): SecretKeys {
  return readKeys(dataDir, given, () => readSecretFile(dataDir, "own") ?? "");
}

function readKeys(dataDir: string, given: GivenSecrets, readOwn: () => string): SecretKeys {
  const { APP_SECRET, APP_SECRET_PREVIOUS: previous } = given;
  if (APP_SECRET !== undefined) return toDistinct(APP_SECRET, [previous]);
  const next = readSecretFile(dataDir, "next");
  const own = readOwn();
  return toDistinct(own, [next, readSecretFile(dataDir, "previous"), previous]);
}

function toDistinct(appSecret: string, others: readonly (string | null | undefined)[]): SecretKeys {
  const known = others.filter((other): other is string => typeof other === "string" && other !== appSecret);
  return { appSecret, otherSecrets: [...new Set(known)] };
}

/** Null without the file. Throws ConfigError. */
function readSecretFile(dataDir: string, kind: SecretFile): string | null {
  const file = toPath(dataDir, kind);
  const secret = readText(file, "APP_SECRET");
  if (secret !== null && secret.length < 32)
    throw new ConfigError(`APP_SECRET: ${file} is damaged; restore it from a backup`);
  return secret;
}

function createOwnSecret(dataDir: string): void {
  const file = toPath(dataDir, "own");
  try {
    writeFileSync(file, createSecret(), { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return;
    throw new ConfigError(`APP_SECRET: ${file} cannot be written`, cause);
  }
}

const createSecret = () => randomBytes(32).toString("base64url");

/** `prepared`: the new secret reads, next to the one in use. `swapped`: it is in use, and the previous one reads. */
type RotationStep = "prepared" | "swapped";

/**
 * Takes the next of two steps towards a new secret in the data folder; every process restarts after each. Interrupted, it
 * can be repeated. Throws ConfigError while a previous secret is still there.
 */
export function rotateSecretFile(dataDir: string): RotationStep {
  const own = readSecretFile(dataDir, "own");
  if (own === null)
    throw new ConfigError(`${toPath(dataDir, "own")} does not exist: there is no secret to change`);
  const previous = readSecretFile(dataDir, "previous");
  // With the same content an earlier call was interrupted.
  if (previous !== null && previous !== own) {
    const file = toPath(dataDir, "previous");
    throw new ConfigError(
      `${file} still reads: end that change first, by npm run rekey, and then remove the file`,
    );
  }
  if (readSecretFile(dataDir, "next") === null) {
    replaceFile(toPath(dataDir, "next"), createSecret());
    return "prepared";
  }
  replaceFile(toPath(dataDir, "previous"), own);
  renameSync(toPath(dataDir, "next"), toPath(dataDir, "own"));
  syncFolder(dataDir);
  return "swapped";
}

/** The path of this file; null when there is none. */
export function findSecretFile(dataDir: string, kind: SecretFile): string | null {
  const file = toPath(dataDir, kind);
  return existsSync(file) ? file : null;
}

const toPath = (dataDir: string, kind: SecretFile) => join(dataDir, FILES[kind]);
