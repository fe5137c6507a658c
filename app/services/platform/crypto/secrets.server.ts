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

/** What a text is encrypted for. It can be decrypted only for the same purpose, so it cannot be moved to another column. */
export type EncryptionPurpose =
  | "mail"
  | "webhook"
  | "two_factor"
  | "social_session"
  | "idempotent_answer"
  | `token_${string}`
  | `setting_${string}`;

export interface Secrets {
  /** AES-256-GCM with the purpose's own key. The result contains its version, nonce and tag. */
  encrypt(purpose: EncryptionPurpose, text: string): string;
  /** Throws when the text was altered, or encrypted for another purpose or with another secret. */
  decrypt(purpose: EncryptionPurpose, encrypted: string): string;
  /** An HMAC-SHA-256 of the text, with the purpose's own key, in base64url. */
  sign(purpose: string, text: string): string;
  /** Whether `sign` created the signature. Compares in constant time. */
  hasValidSignature(purpose: string, text: string, signature: string): boolean;
}

const VERSION = "v1";

/** Derives every key from `appSecret` by HKDF (RFC 5869), so that no two purposes share a key. */
export function createSecrets(appSecret: string): Secrets {
  const keyFor = memoize((purpose) => Buffer.from(hkdfSync("sha256", appSecret, "groundwork", purpose, 32)));
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", keyFor(`sign:${purpose}`))
      .update(text)
      .digest("base64url");

  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(`seal:${purpose}`), nonce);
      cipher.setAAD(toAdditionalData(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [VERSION, nonce, cipher.getAuthTag(), body]
        .map((part) => (typeof part === "string" ? part : part.toString("base64url")))
        .join(".");
    },
    decrypt(purpose, encrypted) {
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
    sign,
    hasValidSignature(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

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
