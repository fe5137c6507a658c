/** APP_SECRET in a backup, encrypted under a passphrase: AES-256-GCM with a key by scrypt (RFC 7914). */
import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import * as z from "zod";
import { BackupError } from "./backup-error.server";

/** 64 MiB and a fifth of a second for each guess. OWASP's list has these numbers. They belong to the format. */
const COST: ScryptOptions = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 * 1024 * 1024 };
const ADDITIONAL_DATA = Buffer.from("app-secret:1");

const base64 = z.string().max(1000);
const secretSchema = z.strictObject({ salt: base64, nonce: base64, tag: base64, body: base64 });

/** Returns the JSON of the file. */
export async function encryptAppSecret(appSecret: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", await deriveKey(passphrase, salt), nonce);
  cipher.setAAD(ADDITIONAL_DATA);
  const body = Buffer.concat([cipher.update(appSecret, "utf8"), cipher.final()]);
  const parts = { salt, nonce, tag: cipher.getAuthTag(), body };
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString("base64url")])),
  );
}

/** Throws BackupError for a wrong passphrase. */
export async function decryptAppSecret(text: string, passphrase: string): Promise<string> {
  const parts = secretSchema.safeParse(JSON.parse(text));
  if (!parts.success) throw new BackupError("The backup is damaged: its secret is not as it was written.");
  const { salt, nonce, tag, body } = Object.fromEntries(
    Object.entries(parts.data).map(([name, part]) => [name, Buffer.from(part, "base64url")]),
  ) as Record<keyof typeof parts.data, Buffer>;
  try {
    const key = await deriveKey(passphrase, salt);
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 });
    decipher.setAAD(ADDITIONAL_DATA);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new BackupError(
      "The passphrase is wrong: the secret in the backup cannot be decrypted with it.",
      cause,
    );
  }
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
  // The same passphrase, however a keyboard composes its letters.
  return derive(passphrase.normalize("NFKC"), salt, 32, COST);
}
