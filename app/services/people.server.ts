/** People and their accounts: found by address and password, made, and shown on the wire. Spec §3. */
import { v7 as uuid } from "uuid";
import { z } from "zod";
import { AppError } from "~/domain/errors";
import type { Locale } from "~/domain/locales";
import { PERMISSIONS } from "~/domain/roles";
import type { Store } from "~/models/store/store";
import type { UserRow } from "~/models/user";
import type { Passwords } from "./passwords.server";
import type { Viewer } from "./viewer.server";

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
export async function sessionUserOf(store: Store, viewer: Viewer): Promise<SessionUser> {
  const { user, session, subscription } = viewer;
  return {
    permission: viewer.permission,
    verified: user.verifiedAt !== null,
    plan: subscription?.planId ?? null,
    subscription: subscription?.planId ? subscription.status : null,
    onboarded: user.onboardedAt !== null,
    name: user.name,
    email: user.email,
    avatar: null,
    accounts: await listAccounts(store, viewer),
    account_id: viewer.account.id,
    default_account: user.defaultAccountId,
    locale: user.locale,
    dark_mode: user.darkMode,
    has_password: user.passwordHash !== null,
    duplicate_user: session.isDuplicateUser,
  };
}

/** The accounts somebody is a member of, oldest first. */
export async function listAccounts(store: Store, viewer: Viewer): Promise<{ id: string; name: string }[]> {
  const own = { id: viewer.account.id, name: viewer.account.name };
  const memberships = await store.find("memberships", { userId: viewer.user.id });
  if (memberships.length <= 1) return [own];
  const accounts = await store.find(
    "accounts",
    { id: { in: memberships.map((membership) => membership.accountId) } },
    { order: { by: "createdAt", direction: "asc" } },
  );
  return accounts.map(({ id, name }) => ({ id, name }));
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
  const [pending, proved] = await candidates(store, given.email);
  for (const candidate of [pending, proved]) {
    const isMatch = await passwords.matches(given.password, candidate?.passwordHash ?? null);
    if (candidate && isMatch) return candidate;
  }
  return null;
}

/** Whether somebody has proved that this address is theirs. */
export async function isAddressTaken(store: Store, email: string): Promise<boolean> {
  return (await store.findOne("users", { emailClaim: email })) !== null;
}

/** A new person, whose address is still to be proved. */
export function newUser(given: {
  name: string;
  email: string;
  passwordHash: string | null;
  locale: Locale;
}): UserRow {
  const id = uuid();
  return {
    id,
    name: given.name,
    email: given.email,
    emailClaim: id,
    passwordHash: given.passwordHash,
    verifiedAt: null,
    onboardedAt: null,
    locale: given.locale,
    darkMode: false,
    isMaster: false,
    defaultAccountId: null,
    lastSignInAt: new Date(),
    createdAt: new Date(),
  };
}

/** Makes an account that `user` owns, named after them; returns its id. */
export async function createAccountOf(store: Store, user: UserRow): Promise<string> {
  const accountId = uuid();
  const createdAt = new Date();
  await store.insert("accounts", { id: accountId, name: user.name, createdAt });
  await store.insert("memberships", {
    id: uuid(),
    userId: user.id,
    accountId,
    role: "owner",
    ownerClaim: accountId,
    createdAt,
  });
  return accountId;
}

/** The account somebody signs in to: their default one, else the oldest. Throws forbidden when they are in none. */
export async function accountAtSignIn(store: Store, user: UserRow): Promise<string> {
  const memberships = await store.find(
    "memberships",
    { userId: user.id },
    { order: { by: "createdAt", direction: "asc" } },
  );
  const preferred = memberships.find((membership) => membership.accountId === user.defaultAccountId);
  const accountId = (preferred ?? memberships[0])?.accountId;
  if (!accountId) throw new AppError("forbidden", "errors:no_account");
  return accountId;
}

/** Removes people who gave this address and did not prove it, with all they made: the address is now another's. */
export async function removePending(store: Store, email: string, provedBy: string): Promise<void> {
  const others = await store.find("users", { email, id: { not: provedBy }, verifiedAt: null });
  for (const other of others) {
    const memberships = await store.find("memberships", { userId: other.id });
    const accountIds = memberships.map((membership) => membership.accountId);
    await store.remove("sessions", { userId: other.id });
    await store.remove("tokens", { userId: other.id });
    await store.remove("memberships", { userId: other.id });
    if (accountIds.length > 0) await store.remove("accounts", { id: { in: accountIds } });
    await store.remove("users", { id: other.id });
  }
}

async function candidates(store: Store, email: string): Promise<[UserRow | null, UserRow | null]> {
  const newestFirst = { order: { by: "createdAt", direction: "desc" }, limit: 1 } as const;
  const [pending] = await store.find("users", { email, verifiedAt: null }, newestFirst);
  return [pending ?? null, await store.findOne("users", { emailClaim: email })];
}
