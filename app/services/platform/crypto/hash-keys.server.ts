/**
 * Hashes by which rows and counts are found. A hash cannot be computed again under another secret, so each purpose keeps
 * the key that the installation's first secret gave: encrypted in the database, like what can be encrypted again.
 */
import { ConfigError } from "~/config/config.server";
import type { EncryptionPurpose } from "~/domain/encryption";
import type { Log } from "~/log.server";
import { keepHashKey, listHashKeys } from "~/models/hash-key.server";
import type { Store } from "~/models/store/store";
import { hasHadUsers } from "~/models/user.server";
import {
  computeHmac,
  createSecrets,
  deriveSigningKey,
  toKeys,
  type SecretKeys,
  type Secrets,
} from "~/crypto/secrets.server";

/** Backup codes, trials, idempotency keys and their inputs, rate limits, the names of keys in Redis, the demo's password. */
export const HASH_PURPOSES = [
  ...(["backup_code", "trial", "idempotency_key", "idempotent_input"] as const),
  ...(["limit", "limits", "jobs", "demo"] as const),
] as const;
type HashPurpose = (typeof HASH_PURPOSES)[number];

export interface AppSecrets extends Secrets {
  /** An HMAC-SHA-256 of the text, in base64url: the same for good, whichever secret encrypts now. */
  hash(purpose: HashPurpose, text: string): string;
}

/**
 * The secrets of a process whose database is migrated. Stores the keys of hashes at its first call on a database. Throws
 * ConfigError when these keys are missing while there are two secrets, because it cannot tell which of them gave the hashes.
 */
export async function openSecrets(
  store: Store,
  keys: SecretKeys,
  log: Pick<Log, "error">,
): Promise<AppSecrets> {
  const secrets = createSecrets(keys);
  const stored = new Map((await listHashKeys(store)).map(({ id, encryptedKey }) => [id, encryptedKey]));
  if (stored.size === 0 && keys.otherSecrets.length > 0 && (await hasHadUsers(store)))
    throw new ConfigError(
      "APP_SECRET_PREVIOUS: this version has not run on this database yet. Start it once with the secret in use as " +
        "APP_SECRET, and without APP_SECRET_PREVIOUS",
    );
  const found = new Map<HashPurpose, Buffer>();
  for (const purpose of HASH_PURPOSES) {
    const encrypted = stored.get(purpose) ?? (await storeKey(store, secrets, deriveKey(keys, purpose)));
    const key = tryDecrypt(secrets, purpose, encrypted);
    if (key) found.set(purpose, key);
  }
  const lost = HASH_PURPOSES.filter((purpose) => !found.has(purpose));
  if (lost.length > 0)
    log.error(
      { purposes: lost },
      "keys of hashes were encrypted with another APP_SECRET: backup codes do not work",
    );
  return addHash(secrets, keys, found);
}

/** As `openSecrets`, for an installation whose secret was never changed, and without a database. */
export function createFirstSecrets(appSecret: string): AppSecrets {
  const keys = toKeys(appSecret);
  return addHash(createSecrets(keys), keys, new Map());
}

interface DerivedKey {
  purpose: HashPurpose;
  key: Buffer;
}

function addHash(secrets: Secrets, keys: SecretKeys, found: ReadonlyMap<HashPurpose, Buffer>): AppSecrets {
  const entries = HASH_PURPOSES.map((purpose) => [
    purpose,
    found.get(purpose) ?? deriveKey(keys, purpose).key,
  ]);
  const all = Object.fromEntries(entries) as Record<HashPurpose, Buffer>;
  return { ...secrets, hash: (purpose, text) => computeHmac(all[purpose], text) };
}

function deriveKey({ appSecret }: SecretKeys, purpose: HashPurpose): DerivedKey {
  return { purpose, key: deriveSigningKey(appSecret, purpose) };
}

/** Returns what is stored in the end, encrypted: another process may have been earlier. */
async function storeKey(store: Store, { encrypt }: Secrets, { purpose, key }: DerivedKey): Promise<string> {
  const encryptedKey = encrypt(toPurpose(purpose), key.toString("base64url"));
  return (await keepHashKey(store, { id: purpose, encryptedKey })).encryptedKey;
}

function tryDecrypt({ decrypt }: Secrets, purpose: HashPurpose, encrypted: string): Buffer | null {
  try {
    return Buffer.from(decrypt(toPurpose(purpose), encrypted), "base64url");
  } catch {
    return null;
  }
}

const toPurpose = (purpose: HashPurpose): EncryptionPurpose => `hash_key_${purpose}`;
