/** Encrypts and signs with keys derived from the application secret, one for each purpose. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { EncryptionPurpose } from "~/domain/encryption";
import { KEY_SALT } from "~/domain/stored-names";

/**
 * The application secret, and those that only read, that is, decrypt and verify: the previous one, and the next one before
 * it is in use.
 */
export interface SecretKeys {
  appSecret: string;
  otherSecrets: readonly string[];
}

/** Which secret a text was encrypted with: the one in use, one that only reads, or none of them. */
export type EncryptedWith = "current" | "other" | "unknown";

export interface Secrets {
  /** AES-256-GCM with the purpose's own key. The result contains its version, nonce and tag. */
  encrypt(purpose: EncryptionPurpose, text: string): string;
  /** Throws when the text was altered, or encrypted for another purpose or with a secret that is not known. */
  decrypt(purpose: EncryptionPurpose, encrypted: string): string;
  findSecret(purpose: EncryptionPurpose, encrypted: string): EncryptedWith;
  /**
   * An HMAC-SHA-256 of the text, with the purpose's own key, in base64url. It changes with the secret: what is found by it
   * takes `hash` of AppSecrets.
   */
  sign(purpose: string, text: string): string;
  /** Whether `sign` created the signature, with this secret or one that only reads. Compares in constant time. */
  hasValidSignature(purpose: string, text: string, signature: string): boolean;
}

/** Creates what encrypts and signs with the secret in use, and reads what any of them has encrypted or signed. */
export function createSecrets(given: string | SecretKeys): Secrets {
  const { appSecret, otherSecrets } = typeof given === "string" ? toKeys(given) : given;
  const current = createCipher(appSecret);
  const others = otherSecrets.map(createCipher);
  const tryDecrypt = (cipher: Cipher, ...given: Parameters<Cipher["decrypt"]>) => {
    try {
      return cipher.decrypt(...given);
    } catch {
      return null;
    }
  };
  return {
    encrypt: current.encrypt,
    decrypt(purpose, encrypted) {
      try {
        return current.decrypt(purpose, encrypted);
      } catch (error) {
        for (const other of others) {
          const text = tryDecrypt(other, purpose, encrypted);
          if (text !== null) return text;
        }
        throw error;
      }
    },
    findSecret(purpose, encrypted) {
      if (tryDecrypt(current, purpose, encrypted) !== null) return "current";
      return others.some((other) => tryDecrypt(other, purpose, encrypted) !== null) ? "other" : "unknown";
    },
    sign: current.sign,
    hasValidSignature(purpose, text, signature) {
      const given = Buffer.from(signature);
      return [current, ...others].some(({ sign }) => {
        const expected = Buffer.from(sign(purpose, text));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
  };
}

/** An installation with one secret. */
export function toKeys(appSecret: string): SecretKeys {
  return { appSecret, otherSecrets: [] };
}

type Cipher = ReturnType<typeof createCipher>;

const VERSION = "v1";

/** Derives every key from `secret` by HKDF (RFC 5869), so that no two purposes share a key. */
function createCipher(secret: string) {
  const keyFor = memoize((name) => deriveKey(secret, name));
  return {
    sign: (purpose: string, text: string) => computeHmac(keyFor(toSigningName(purpose)), text),
    encrypt(purpose: EncryptionPurpose, text: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(`seal:${purpose}`), nonce);
      cipher.setAAD(toAdditionalData(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [VERSION, nonce, cipher.getAuthTag(), body]
        .map((part) => (typeof part === "string" ? part : part.toString("base64url")))
        .join(".");
    },
    decrypt(purpose: EncryptionPurpose, encrypted: string): string {
      const [version, nonce = "", tag = "", body = ""] = encrypted.split(".");
      if (version !== VERSION) throw new Error("encrypted with an unknown version");
      const key = keyFor(`seal:${purpose}`);
      const iv = Buffer.from(nonce, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
      decipher.setAAD(toAdditionalData(purpose));
      decipher.setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString(
        "utf8",
      );
    },
  };
}

/** The key with which a secret signs for this purpose. */
export function deriveSigningKey(secret: string, purpose: string): Buffer {
  return deriveKey(secret, toSigningName(purpose));
}

/** An HMAC-SHA-256 in base64url. */
export function computeHmac(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

function deriveKey(secret: string, name: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, KEY_SALT, name, 32));
}

const toSigningName = (purpose: string) => `sign:${purpose}`;

/** A 256-bit random token after a prefix that names its kind, such as "ver_…". */
export function createRandomToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

/** SHA-256 in hex, the only form in which a token is stored. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The version and the purpose are authenticated by the tag. */
function toAdditionalData(purpose: EncryptionPurpose): Buffer {
  return Buffer.from(`${VERSION}:${purpose}`);
}

function memoize<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}
