/** People and their accounts: found by address and password, made, and shown on the wire. Spec §3. */
import { z } from "zod";
import { toAvatarUrl } from "~/domain/avatars";
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";
import { PERMISSIONS } from "~/domain/roles";
import { createAccount, deleteAccounts, listJoinedAccounts } from "~/models/account.server";
import { deleteBackupCodes } from "~/models/backup-code.server";
import { deleteAccountData, deleteUsers } from "~/models/belongings.server";
import { deleteDevices } from "~/models/device.server";
import { createMembership, listMemberships, listOwnedAccountIds } from "~/models/membership.server";
import { deleteSocialLogins } from "~/models/social-login.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { deleteTwoFactor } from "~/models/two-factor.server";
import {
  findNewestUnverifiedUser,
  findUser,
  findVerifiedUser,
  listUnverifiedUsers,
  type UserRow,
} from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { updateUserRow } from "./update-person.server";
import type { Context } from "../platform/operation.server";
import type { Passwords } from "../platform/crypto/passwords.server";
import { isVerified, type Viewer } from "../platform/viewer.server";

const accountName = z.object({ id: z.string(), name: z.string() });

/** What the browser keeps of the signed-in person, under the key `user`. Spec §3 "Session user". */
export const sessionUserShape = z.object({
  permission: z.enum(PERMISSIONS),
  verified: z.boolean(),
  plan: z.string().nullable(),
  subscription: z.string().nullable(),
  onboarded: z.boolean(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  accounts: z.array(accountName),
  account_id: z.string(),
  default_account: z.string().nullable(),
  locale: z.string(),
  dark_mode: z.boolean(),
  has_password: z.boolean(),
  duplicate_user: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUserShape>;

/** The session user of somebody signed in. */
export async function toSessionUser(store: Store, viewer: Viewer): Promise<SessionUser> {
  const { user, session, subscription } = viewer;
  return {
    permission: viewer.permission,
    verified: isVerified(user),
    plan: subscription?.planId ?? null,
    subscription: subscription?.planId ? subscription.status : null,
    onboarded: user.onboardedAt !== null,
    name: user.name,
    email: user.email,
    avatar: toAvatarUrl(user.avatar),
    accounts: await listAccounts(store, viewer),
    account_id: viewer.account.id,
    default_account: user.defaultAccountId,
    locale: user.locale,
    dark_mode: user.darkMode,
    has_password: user.passwordHash !== null,
    duplicate_user: session.isDuplicateUser,
  };
}

/** The accounts somebody is a member of, in the order in which they came to them: without a choice, the first one opens. */
export async function listAccounts(store: Store, viewer: Viewer): Promise<{ id: string; name: string }[]> {
  if (viewer.accountCount === 1) return [{ id: viewer.account.id, name: viewer.account.name }];
  const memberships = await listMemberships(store, { userId: viewer.user.id });
  const ids = memberships.map(({ accountId }) => accountId);
  const accounts = await listJoinedAccounts(store, { memberships });
  return accounts
    .map(({ id, name }) => ({ id, name }))
    .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/**
 * The person whose address and password these are, or null. Several people may have given the same address before one
 * of them proves it, so the newest unproved one and the proved one are tried. A miss always costs two comparisons,
 * however many people there are: time tells nothing.
 */
export async function findByPassword(
  store: Store,
  passwords: Passwords,
  given: { email: string; password: string },
): Promise<UserRow | null> {
  const [pending, proved] = await findUsersByEmail(store, given.email);
  for (const candidate of [pending, proved]) {
    const isMatch = await passwords.matches(given.password, candidate?.passwordHash ?? null);
    if (candidate && isMatch) return candidate;
  }
  return null;
}

/**
 * Whom a mail to this address is for: the person who proved it, else the newest who gave it; null when nobody did. The
 * same two questions are asked for every address.
 */
export async function findUserByEmail(store: Store, email: string): Promise<UserRow | null> {
  const [pending, proved] = await findUsersByEmail(store, email);
  return proved ?? pending;
}

/** Whether somebody has proved that this address is theirs. */
export async function isEmailTaken(store: Store, email: string): Promise<boolean> {
  return (await findVerifiedUser(store, { email })) !== null;
}

/** Makes an account that `user` owns, named after them; returns its id. Runs in the caller's transaction. */
export async function createAccountFor(store: Store, context: Context, user: UserRow): Promise<string> {
  const { id: accountId } = await createAccount(store, { name: user.name });
  await createMembership(store, { user, accountId, role: "owner" });
  await recordAudit(store, context, { action: "account_created", actor: user, accountId });
  return accountId;
}

/**
 * The account somebody signs in to: their default one, else the oldest. Whoever was removed from their last one gets
 * an account of their own: the address is theirs, so they could not sign up with it as somebody new. Called in the
 * transaction that signs them in.
 */
export async function getSignInAccount(store: Store, context: Context, user: UserRow): Promise<string> {
  const known = await findPreferredAccount(store, user);
  if (known) return known;
  // Several sign-ins at once make one account: who waited here finds it made.
  await findUser(store, { id: user.id });
  return (await findPreferredAccount(store, user)) ?? createAccountFor(store, context, user);
}

/** The address somebody is to prove, or has proved. */
export function getEmailToVerify({ email, pendingEmail }: Pick<UserRow, "email" | "pendingEmail">): string {
  return pendingEmail ?? email;
}

/**
 * Makes the address that this person wants the one they have proved; whoever else gave it is removed. Throws invalid,
 * saying `refusal`, when somebody else proved it first or the person changed since they were read.
 */
export async function claimEmail(
  store: Store,
  user: UserRow,
  { refusal, changes = {} }: { refusal: KeyedMessage; changes?: Partial<UserRow> },
): Promise<void> {
  const { id, verifiedAt, pendingEmail } = user;
  const email = getEmailToVerify(user);
  const asRead = { id, email: user.email, verifiedAt, pendingEmail };
  const claim = { email, emailClaim: email, pendingEmail: null, verifiedAt: new Date(), ...changes };
  try {
    if (!(await updateUserRow(store, asRead, claim))) throw new AppError("invalid", refusal);
  } catch (cause) {
    if (cause instanceof DuplicateError) throw new AppError("invalid", refusal, { cause });
    throw cause;
  }
  await deletePendingInvites(store, email, id);
}

/** Removes what a user can sign in with besides their password and their mailbox, and the devices known to limits. */
export async function deleteCredentials(store: Store, userId: string): Promise<void> {
  await deleteDevices(store, { userId });
  await deleteSocialLogins(store, { userId });
  await deleteBackupCodes(store, { userId });
  await deleteTwoFactor(store, { userId });
}

/** Removes people who gave this address and did not prove it, with all they made: the address is now another's. */
async function deletePendingInvites(store: Store, email: string, provedBy: string): Promise<void> {
  const others = await listUnverifiedUsers(store, { email, exceptId: provedBy });
  for (const other of others) {
    const accountIds = await listOwnedAccountIds(store, { userId: other.id });
    await deleteAccounts(store, { ids: accountIds });
    await deleteAccountData(store, { accountIds });
    await deleteUsers(store, [other]);
  }
}

async function findUsersByEmail(store: Store, email: string): Promise<[UserRow | null, UserRow | null]> {
  return [await findNewestUnverifiedUser(store, { email }), await findVerifiedUser(store, { email })];
}

async function findPreferredAccount(store: Store, user: UserRow): Promise<string | undefined> {
  const memberships = await listMemberships(store, { userId: user.id });
  const preferred = memberships.find((membership) => membership.accountId === user.defaultAccountId);
  return (preferred ?? memberships[0])?.accountId;
}
