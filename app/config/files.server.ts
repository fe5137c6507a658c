/** The settings' files in the data directory next to config.json and the secret: the token of setup. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./keys.server";

/** For the product's own system user only. */
export function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be created`, cause);
  }
}

/** Creates the token of setup when there is none, readable by the owner only, and returns it. */
export function readOrCreateSetupToken(dataDir: string): string {
  const file = getSetupTokenFile(dataDir);
  try {
    writeFileSync(file, `stp_${randomBytes(32).toString("base64url")}`, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new ConfigError(`DATA_DIR: ${file} cannot be written`, cause);
    }
  }
  return readSetupToken(dataDir) ?? "";
}

/** Null while there is none. Throws ConfigError. */
export function readSetupToken(dataDir: string): string | null {
  return readText(getSetupTokenFile(dataDir), "DATA_DIR");
}

/** Null without the file. */
export function readText(file: string, setting: string): string | null {
  if (!existsSync(file)) return null;
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new ConfigError(`${setting}: ${file} cannot be read`, cause);
  }
}

export function deleteSetupToken(dataDir: string): void {
  rmSync(getSetupTokenFile(dataDir), { force: true });
}

/** Where the token of setup is kept. */
export function getSetupTokenFile(dataDir: string): string {
  return join(dataDir, "setup.token");
}
