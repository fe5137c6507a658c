/** The purposes of encrypted texts, and where each kind is kept. `npm run rekey` covers rows and config.json. */

/** A cookie and a URL are used within minutes. */
export const ENCRYPTED_IN = {
  mail: "rows",
  webhook: "rows",
  two_factor: "rows",
  idempotent_answer: "rows",
  token: "rows",
  hash_key: "rows",
  setting: "config.json",
  social_session: "cookie",
  provider_form: "url",
} as const satisfies Record<string, "rows" | "config.json" | "cookie" | "url">;

type EncryptedKind = keyof typeof ENCRYPTED_IN;
/** Kinds whose purpose also has a name: of the token's kind, of the hash, of the setting. */
type NamedKind = "token" | "hash_key" | "setting";

export type EncryptedRowKind = {
  [Kind in EncryptedKind]: (typeof ENCRYPTED_IN)[Kind] extends "rows" ? Kind : never;
}[EncryptedKind];

/** The purpose of an encrypted text. The text can be decrypted only for it, so it cannot be moved to another column. */
export type EncryptionPurpose = Exclude<EncryptedKind, NamedKind> | `${NamedKind}_${string}`;

/** How each kind is called in what an operator reads. */
export const ENCRYPTED_ROW_NAMES: Record<EncryptedRowKind, string> = {
  two_factor: "second factors",
  webhook: "webhook secrets",
  mail: "unsent mails",
  token: "one-time links",
  idempotent_answer: "answers of repeatable calls",
  hash_key: "keys of hashes",
};
