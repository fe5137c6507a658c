/** What the settings keep in the data directory: the saved ones in config.json, and the secret in app.secret. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "./config-keys.server";

/** For the product's own system user only. */
export function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be created`, cause);
  }
}

/** Reads what setup saved. A broken file stops the start, because it must not look like a fresh install. */
export function readSaved(dataDir: string): Record<string, string> {
  const file = join(dataDir, "config.json");
  if (!existsSync(file)) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new ConfigError(`${file} is not readable as saved settings; restore it from a backup`, cause);
  }
}

/** Creates the secret at the first start, readable by the owner only, and reads the same one afterwards. */
export function readOrCreateSecret(dataDir: string): string {
  const file = getSecretFile(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new ConfigError(`APP_SECRET: ${file} cannot be written`, cause);
    }
  }
  chmodSync(file, 0o600);
  return readSecret(dataDir) ?? "";
}

/** Null before the first start. */
export function readSecret(dataDir: string): string | null {
  const file = getSecretFile(dataDir);
  if (!existsSync(file)) return null;
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new ConfigError(`APP_SECRET: ${file} is damaged; restore it from a backup`);
  return secret;
}

function getSecretFile(dataDir: string): string {
  return join(dataDir, "app.secret");
}
