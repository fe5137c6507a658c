/** Users: how they sign in and what they prefer. Roles are memberships, not here. */
import { v7 as uuid } from "uuid";
import { UNVERIFIED_BATCH } from "~/domain/limits";
import type { Locale } from "~/domain/locales";
import { createEmptyValues, type OwnValues } from "~/domain/own-fields";
import { toSearchKey } from "~/domain/text";
import { OWN_USER_FIELDS } from "~/product/fields";
import { createOwnColumns } from "./own-columns";
import { closeSetup, isSetupClosed } from "./setup-closing.server";
import { boolean, date, id, nullable, string, type Entity } from "./store/entity";
import type { Where } from "./store/conditions";
import { findPart } from "./store/list-page";
import type { Store } from "./store/store";

interface ProductUserRow {
  id: string;
  name: string;
  /** The name in lower case, for searching by its beginning. */
  nameKey: string | null;
  /** Normalized: NFKC, trimmed, lower case. */
  email: string;
  /** `email` once the user has verified it, `id` until then: several may sign up with an email, one verifies it. */
  emailClaim: string;
  /** The email that is to replace `email`, until the user has verified it. */
  pendingEmail: string | null;
  passwordHash: string | null;
  verifiedAt: Date | null;
  onboardedAt: Date | null;
  locale: string;
  darkMode: boolean;
  /** Null until the user chose the theme. Not known of those who chose the dark one before 0040-theme-choice. */
  themeChosenAt: Date | null;
  isMaster: boolean;
  /** The name of the avatar's file in the folder of avatars. */
  avatar: string | null;
  /** Until when support may sign in as the user. */
  supportUntil: Date | null;
  defaultAccountId: string | null;
  lastSignInAt: Date | null;
  createdAt: Date;
}

export type UserRow = ProductUserRow & OwnValues<typeof OWN_USER_FIELDS>;

/** The columns without the founder's own. */
export const PRODUCT_USER_COLUMNS = {
  id: id(),
  name: string(100),
  nameKey: nullable(string(100)),
  email: string(),
  emailClaim: string(),
  pendingEmail: nullable(string()),
  passwordHash: nullable(string(255)),
  verifiedAt: nullable(date()),
  onboardedAt: nullable(date()),
  locale: string(8),
  darkMode: boolean(),
  themeChosenAt: nullable(date()),
  isMaster: boolean(),
  avatar: nullable(string(64)),
  supportUntil: nullable(date()),
  defaultAccountId: nullable(id()),
  lastSignInAt: nullable(date()),
  createdAt: date(),
};

export const userEntity: Entity<UserRow> = {
  table: "users",
  belongsTo: null,
  fields: { ...PRODUCT_USER_COLUMNS, ...createOwnColumns(OWN_USER_FIELDS) },
  unique: [["emailClaim"]],
  indexes: [
    ["email", "createdAt"],
    ["email", "id"],
    ["nameKey"],
    ["avatar"],
    ["verifiedAt", "createdAt"],
    ["createdAt", "verifiedAt"],
    ["supportUntil"],
    ["lastSignInAt"],
    ["isMaster", "id"],
  ],
};

/** The user; null when there is none, or not with this `email`. In a transaction, the row is locked until its end. */
export function findUser(
  store: Store,
  { id, email }: { id: string; email?: string },
): Promise<UserRow | null> {
  return store.findOne(userEntity, { id, ...(email !== undefined && { email }) });
}

/** The user who has verified this email; null without one, or when `ids` does not contain them. */
export function findVerifiedUser(
  store: Store,
  { email, ids }: { email: string; ids?: readonly string[] },
): Promise<UserRow | null> {
  return store.findOne(userEntity, { emailClaim: email, ...(ids && { id: { in: ids } }) });
}

/** The last user who signed up with this email and has not verified it; null when there is none. */
export async function findNewestUnverifiedUser(
  store: Store,
  { email }: { email: string },
): Promise<UserRow | null> {
  const newest = { order: { by: "createdAt", direction: "desc" }, limit: 1 } as const;
  const [user] = await store.find(userEntity, { email, verifiedAt: null }, newest);
  return user ?? null;
}

/** The masters, in no order, 100 at most. For a command of the operator, so no index serves it. */
export function listMasters(store: Store): Promise<UserRow[]> {
  return store.find(userEntity, { isMaster: true });
}

/** Whether anyone has ever signed up and is still there. */
export async function hasUsers(store: Store): Promise<boolean> {
  // Not the rows: setup asks older databases as well, whose table has fewer columns.
  return (await store.count(userEntity, {}, { atMost: 1 })) > 0;
}

/**
 * Whether anyone has signed up and is still there, or a user was verified at any time. Setup is asked for first, because a
 * start reads that without Sequelize (docs/speed.md); and last, because of a user who signs up, verifies and leaves meanwhile.
 */
export async function hasHadUsers(store: Store): Promise<boolean> {
  return (await isSetupClosed(store)) || (await hasUsers(store)) || isSetupClosed(store);
}

/** Closes setup where users were verified before a row said so, or by the version before. */
export async function closeSetupOfVerifiedUsers(store: Store): Promise<void> {
  // Nearly always: the users are only asked for until then.
  if (await isSetupClosed(store)) return;
  if ((await store.count(userEntity, { verifiedAt: { not: null } }, { atMost: 1 })) > 0)
    await closeSetup(store);
}

/**
 * Those of these users who exist or, with `isUnverified`, are still unverified. In no particular order, 100 at most. In a
 * transaction, the rows are locked until its end.
 */
export function listUsers(
  store: Store,
  { ids, isUnverified = false }: { ids: readonly string[]; isUnverified?: boolean },
): Promise<UserRow[]> {
  return store.find(userEntity, { id: { in: ids }, ...(isUnverified && { verifiedAt: null }) });
}

/** The users who have verified these emails, in no order, 100 at most. */
export function listVerifiedUsers(
  store: Store,
  { emails }: { emails: readonly string[] },
): Promise<UserRow[]> {
  return store.find(userEntity, { emailClaim: { in: emails } });
}

/** Users other than `exceptId` who signed up with this email and have not verified it, 100 at most. */
export function listUnverifiedUsers(
  store: Store,
  { email, exceptId }: { email: string; exceptId: string },
): Promise<UserRow[]> {
  return store.find(userEntity, { email, id: { not: exceptId }, verifiedAt: null });
}

/** The newest users who have an avatar. For the checks of an installation, which know no user. */
export function listUsersWithAvatar(store: Store, { limit }: { limit: number }): Promise<UserRow[]> {
  return store.find(userEntity, { avatar: { not: null } }, { order: { by: "id", direction: "desc" }, limit });
}

/** The users whose avatar is one of these files, 100 at most. For cleanup, which knows the files and no user. */
export function listUsersByAvatar(store: Store, { files }: { files: readonly string[] }): Promise<UserRow[]> {
  return store.find(userEntity, { avatar: { in: files } });
}

/**
 * A page of the users who signed up before `before` and are unverified, oldest first, UNVERIFIED_BATCH of them, after
 * the user `after`. For cleanup, which asks for age and no user.
 */
export function listStaleUsers(
  store: Store,
  { before, after }: { before: Date; after: UserRow | undefined },
): Promise<UserRow[]> {
  const where = { verifiedAt: null, createdAt: { lt: before } };
  const order = { by: "createdAt", direction: "asc" } as const;
  return findPart(store, userEntity, { where, order, after, limit: UNVERIFIED_BATCH });
}

type NewUser = Pick<UserRow, "name" | "email" | "passwordHash"> & { locale: Locale };

/** Creates a user who has not verified their email yet. Several may sign up with the same one. */
export async function createUnverifiedUser(store: Store, given: NewUser): Promise<UserRow> {
  const user = buildUnverifiedUser(given);
  await store.insert(userEntity, user);
  return user;
}

/** The row of a user who signs up now. Nothing is stored. */
export function buildUnverifiedUser({ name, email, passwordHash, locale }: NewUser): UserRow {
  const id = uuid();
  const now = new Date();
  return {
    id,
    name,
    nameKey: toSearchKey(name),
    email,
    emailClaim: id,
    pendingEmail: null,
    passwordHash,
    verifiedAt: null,
    onboardedAt: null,
    locale,
    darkMode: false,
    themeChosenAt: null,
    isMaster: false,
    avatar: null,
    supportUntil: null,
    defaultAccountId: null,
    lastSignInAt: now,
    createdAt: now,
    ...createEmptyValues(OWN_USER_FIELDS),
  };
}

/**
 * Changes the user if the row still matches `asRead`, in one statement: of two requests that have read the same row, one
 * gets true. False also when the user was deleted. Verifying one closes setup: nothing else sets `verifiedAt`.
 */
export async function updateUser(
  store: Store,
  asRead: Pick<UserRow, "id"> & Where<UserRow>,
  changes: Partial<UserRow>,
): Promise<boolean> {
  if (!changes.verifiedAt) return (await store.update(userEntity, asRead, changes)) === 1;
  return store.transaction(async (inner) => {
    const isChanged = (await inner.update(userEntity, asRead, changes)) === 1;
    if (isChanged) await closeSetup(inner);
    return isChanged;
  });
}

/** Clears the default account of these users if it is this one. */
export async function clearDefaultAccount(
  store: Store,
  { userIds, accountId }: { userIds: readonly string[]; accountId: string },
): Promise<void> {
  const where = { id: { in: userIds }, defaultAccountId: accountId };
  await store.update(userEntity, where, { defaultAccountId: null });
}
