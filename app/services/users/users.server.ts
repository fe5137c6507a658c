/** Users: found by email and password, verified, changed together with their memberships, and made masters. */
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";
import { deleteAccounts, renameUnnamedAccounts } from "~/models/account.server";
import { deleteBackupCodes } from "~/models/backup-code.server";
import { deleteAccountData, deleteUsers } from "~/models/belongings.server";
import { deleteDevices } from "~/models/device.server";
import { listMemberships, listOwnedAccountIds, updateMemberships } from "~/models/membership.server";
import { deletePasskeys } from "~/models/passkey.server";
import { deleteIdentities } from "~/models/identity.server";
import type { Where } from "~/models/store/conditions";
import { DuplicateError, type Store } from "~/models/store/store";
import { consumeFirstMaster } from "~/models/token.server";
import { deleteTwoFactor } from "~/models/two-factor.server";
import {
  findNewestUnverifiedUser,
  findVerifiedUser,
  listUnverifiedUsers,
  updateUser,
  type UserRow,
} from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import type { Passwords } from "../platform/crypto/passwords.server";

/**
 * The user with this email and password, or null. Several users can sign up with an email until one of them verifies
 * it, so the newest unverified user and the verified one are tried. A mismatch always costs two comparisons, however
 * many users there are: its duration does not reveal whether the email is known.
 */
export async function findByPassword(
  store: Store,
  passwords: Passwords,
  given: { email: string; password: string },
): Promise<UserRow | null> {
  const { unverified, verified } = await findUsersByEmail(store, given.email);
  for (const candidate of [unverified, verified]) {
    const isMatch = await passwords.matches(given.password, candidate?.passwordHash ?? null);
    if (candidate && isMatch) return candidate;
  }
  return null;
}

/**
 * The user for whom a mail to this email is meant: the verified user, or else the newest unverified one; null without
 * one. Every email takes the same two queries.
 */
export async function findUserByEmail(store: Store, email: string): Promise<UserRow | null> {
  const { unverified, verified } = await findUsersByEmail(store, email);
  return verified ?? unverified;
}

/** Whether a user has verified this email. */
export async function isEmailTaken(store: Store, email: string): Promise<boolean> {
  return (await findVerifiedUser(store, { email })) !== null;
}

/** The email that the user has to verify, or has verified. */
export function getEmailToVerify({ email, pendingEmail }: Pick<UserRow, "email" | "pendingEmail">): string {
  return pendingEmail ?? email;
}

/**
 * Verifies the user's new or current email, and deletes the unverified users who signed up with it. Throws invalid with
 * the message `refusal` when another user verified it first, or the user changed since they were read. A new user whose
 * email setup has named becomes a master. Runs in the caller's transaction.
 */
export async function claimEmail(
  store: Store,
  user: UserRow,
  { refusal, changes = {} }: { refusal: KeyedMessage; changes?: Partial<UserRow> },
): Promise<void> {
  const { id, verifiedAt, pendingEmail } = user;
  const email = getEmailToVerify(user);
  const asRead = { id, email: user.email, verifiedAt, pendingEmail };
  const isFirst = verifiedAt === null;
  const claim = { email, emailClaim: email, pendingEmail: null, verifiedAt: new Date(), ...changes };
  try {
    if (!(await updateUserRow(store, asRead, claim))) throw new AppError("invalid", refusal);
  } catch (cause) {
    if (cause instanceof DuplicateError) throw new AppError("invalid", refusal, { cause });
    throw cause;
  }
  await deleteUnverifiedUsersByEmail(store, { email, exceptId: id });
  if (isFirst && (await consumeFirstMaster(store, { email }))) await changeMaster(store, user, true);
}

/**
 * Changes the user if the row matches `where`, and with it what memberships and accounts without a name repeat of them. False when it does not match.
 * docs/decisions/0031-a-membership-repeats-what-the-list-sorts-by.md
 */
export async function updateUserRow(
  store: Store,
  where: Where<UserRow> & Pick<UserRow, "id">,
  changes: Partial<UserRow>,
): Promise<boolean> {
  const repeated = toCopiedColumns(changes);
  if (Object.keys(repeated).length === 0) return updateUser(store, where, changes);
  return store.transaction(async (inner) => {
    const isChanged = await updateUser(inner, where, changes);
    if (isChanged) await updateMemberships(inner, { userId: where.id, ...repeated });
    if (isChanged && changes.name !== undefined)
      await renameOwned(inner, { id: where.id, name: changes.name });
    return isChanged;
  });
}

async function renameOwned(store: Store, { id, name }: Pick<UserRow, "id" | "name">): Promise<void> {
  await renameUnnamedAccounts(store, { ids: await listOwnedAccountIds(store, { userId: id }), name });
}

function toCopiedColumns({ nameKey, email, verifiedAt, lastSignInAt }: Partial<UserRow>) {
  return {
    ...(nameKey !== undefined && { nameKey }),
    ...(email !== undefined && { email }),
    ...(verifiedAt !== undefined && { verifiedAt }),
    ...(lastSignInAt !== undefined && { signedInAt: lastSignInAt }),
  };
}

/**
 * Makes the user who has verified `email` a master, or revokes that; null without such a user. Only a command on the
 * server calls it, never a request: the first master is named by setup, and made in `claimEmail`. A previous master's impersonated sessions end with their next request.
 */
export async function setMaster(
  store: Store,
  { email, isMaster }: { email: string; isMaster: boolean },
): Promise<{ user: UserRow; isChanged: boolean } | null> {
  const user = await findVerifiedUser(store, { email });
  // Until a user has verified an email, the column that this searches contains their id.
  if (!user?.verifiedAt) return null;
  const isChanged = await store.transaction((inner) => changeMaster(inner, user, isMaster));
  return { user, isChanged };
}

/** The log of the user's own account says so. No request has caused it, so the entry has no IP. */
async function changeMaster(store: Store, user: UserRow, isMaster: boolean): Promise<boolean> {
  if (!(await updateUser(store, { id: user.id, isMaster: !isMaster }, { isMaster }))) return false;
  const [membership] = await listMemberships(store, { userId: user.id, limit: 1 });
  const action = isMaster ? "master_named" : "master_revoked";
  if (membership)
    await recordAudit(
      store,
      { viewer: null, ip: "" },
      { action, actor: user, accountId: membership.accountId, target: user.email },
    );
  return true;
}

/** Deletes what the user can sign in with, except the password and mailed links, and the devices known to rate limits. */
export async function deleteCredentials(store: Store, userId: string): Promise<void> {
  await deleteDevices(store, { userId });
  await deleteIdentities(store, { userId });
  await deletePasskeys(store, { userId });
  await deleteBackupCodes(store, { userId });
  await deleteTwoFactor(store, { userId });
  await updateMemberships(store, { userId, twoFactorAt: null });
}

/** Deletes unverified users with all their data, because the email they signed up with belongs to another user. */
async function deleteUnverifiedUsersByEmail(
  store: Store,
  { email, exceptId }: { email: string; exceptId: string },
): Promise<void> {
  for (const user of await listUnverifiedUsers(store, { email, exceptId })) {
    const accountIds = await listOwnedAccountIds(store, { userId: user.id });
    await deleteAccounts(store, { ids: accountIds });
    await deleteAccountData(store, { accountIds });
    await deleteUsers(store, [user]);
  }
}

async function findUsersByEmail(
  store: Store,
  email: string,
): Promise<{ unverified: UserRow | null; verified: UserRow | null }> {
  return {
    unverified: await findNewestUnverifiedUser(store, { email }),
    verified: await findVerifiedUser(store, { email }),
  };
}
