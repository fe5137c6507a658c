/** The second factor of a user: the secret that they share with their authenticator app. One row for each user. */
import { date, encrypted, id, integer, nullable, type Entity } from "./store/entity";
import { DuplicateError, type Store } from "./store/store";

export interface TwoFactorRow {
  /** The user's id. */
  id: string;
  /** Encrypted. Null until a code has confirmed that the app has it. */
  secret: string | null;
  /** Encrypted. Shown as a QR code and not confirmed yet. */
  pendingSecret: string | null;
  /** The last time step whose code was used, because a code works only once. RFC 6238 §5.2. */
  lastStep: number;
  enabledAt: Date | null;
}

export const twoFactorEntity: Entity<TwoFactorRow> = {
  table: "two_factors",
  belongsTo: { user: "id" },
  fields: {
    id: id(),
    secret: nullable(encrypted("two_factor")),
    pendingSecret: nullable(encrypted("two_factor")),
    lastStep: integer(),
    enabledAt: nullable(date()),
  },
};

/** Whether the user is asked for a second factor at sign-in. */
export async function isTwoFactorEnabled(store: Store, { userId }: { userId: string }): Promise<boolean> {
  return (await store.count(twoFactorEntity, { id: userId, secret: { not: null } })) === 1;
}

/** The row of this user, enabled or not; null when they have never set up two-factor. */
export function findTwoFactor(store: Store, { userId }: { userId: string }): Promise<TwoFactorRow | null> {
  return store.findOne(twoFactorEntity, { id: userId });
}

/** For the checks only: the encrypted secret of any user; null when no user has set up two-factor. */
export async function findEncryptedSecret(store: Store): Promise<string | null> {
  return (await store.findOne(twoFactorEntity, { secret: { not: null } }))?.secret ?? null;
}

/** The row of this user while it waits for its first code; null otherwise. */
export function findPendingTwoFactor(
  store: Store,
  { userId }: { userId: string },
): Promise<TwoFactorRow | null> {
  return store.findOne(twoFactorEntity, { id: userId, secret: null });
}

/**
 * Stores a secret that has no effect until a code has confirmed that the app has it. False when two-factor is enabled,
 * whose secret stays.
 */
export async function startTwoFactor(
  store: Store,
  { userId, pendingSecret }: { userId: string; pendingSecret: string },
): Promise<boolean> {
  const replacePending = async () =>
    (await store.update(twoFactorEntity, { id: userId, secret: null }, { pendingSecret })) === 1;
  // Tried once more, because another request of the user may have created the row in between.
  return (
    (await replacePending()) ||
    (await createPending(store, userId, pendingSecret)) ||
    (await replacePending())
  );
}

/** False when there is a row already: two-factor is enabled, or was started by another request. */
async function createPending(store: Store, userId: string, pendingSecret: string): Promise<boolean> {
  try {
    await store.insert(twoFactorEntity, {
      id: userId,
      secret: null,
      pendingSecret,
      lastStep: 0,
      enabledAt: null,
    });
    return true;
  } catch (error) {
    if (error instanceof DuplicateError) return false;
    throw error;
  }
}

/**
 * Enables two-factor with the pending secret, if it is the one whose code was checked. `step` is the code's time step, which
 * cannot be used again. False when another secret has replaced it, or two-factor is enabled. Runs in the caller's transaction.
 */
export async function enableTwoFactor(
  store: Store,
  { userId, isChecked, step }: { userId: string; isChecked: (encrypted: string) => boolean; step: number },
): Promise<boolean> {
  const pendingSecret = (await findTwoFactor(store, { userId }))?.pendingSecret;
  if (!pendingSecret || !isChecked(pendingSecret)) return false;
  const enabled = { secret: pendingSecret, pendingSecret: null, lastStep: step, enabledAt: new Date() };
  return (await store.update(twoFactorEntity, { id: userId, secret: null }, enabled)) === 1;
}

/** Consumes the code of this time step and of all before it; false when it was used, or two-factor is not enabled. */
export async function consumeStep(
  store: Store,
  { userId, step }: { userId: string; step: number },
): Promise<boolean> {
  const unused = { id: userId, secret: { not: null }, lastStep: { lt: step } };
  return (await store.update(twoFactorEntity, unused, { lastStep: step })) === 1;
}

/**
 * Locks the row until the caller's transaction ends, by a write that changes nothing: of two requests, the second waits
 * for the first. False when two-factor is not enabled.
 */
export async function lockTwoFactor(store: Store, { userId }: { userId: string }): Promise<boolean> {
  const enabled = { id: userId, secret: { not: null } };
  return (await store.update(twoFactorEntity, enabled, { pendingSecret: null })) === 1;
}

/** Deletes the row if two-factor is enabled; false when it is not. */
export async function deleteEnabledTwoFactor(store: Store, { userId }: { userId: string }): Promise<boolean> {
  return (await store.remove(twoFactorEntity, { id: userId, secret: { not: null } })) === 1;
}

/** Deletes the row, enabled or not. */
export async function deleteTwoFactor(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.remove(twoFactorEntity, { id: userId });
}
