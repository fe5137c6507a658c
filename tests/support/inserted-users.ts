/**
 * Users who are inserted into the database, for tests of what comes after signing up: that costs a
 * hash, two mails and four requests.
 */
import { accountEntity } from "~/models/account.server";
import { membershipEntity } from "~/models/membership.server";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import type { Role } from "~/domain/roles";
import type { Store } from "~/models/store/store";
import { createApiClient, PASSWORD, type Call } from "./clients";
import { hashQuickly } from "./quick-passwords";
import { shareProduct, shareStore } from "./shared-product";
import { makeTestUser, type TestUser } from "./users";

export interface InsertedUser extends TestUser {
  email: string;
  call: Call;
}

/** Inserts the verified owner of an account on the free plan, who has not seen the introduction and signs in with PASSWORD. */
export function insertUserOnFreePlan(email: string, name?: string): Promise<InsertedUser> {
  return insertOwner(email, { name, subscription: "active" });
}

/** The same without a plan. */
export function insertVerifiedUser(email: string, name?: string): Promise<InsertedUser> {
  return insertOwner(email, { name, subscription: null });
}

/** Inserts a user who has joined this account, and has none of their own. */
export async function insertMember(
  { accountId }: Pick<TestUser, "accountId">,
  role: Exclude<Role, "owner">,
  email: string,
): Promise<InsertedUser> {
  const [store, user] = [await shareStore(), await insertOwner(email, { subscription: null })];
  const [membership] = await store.find(membershipEntity, { userId: user.userId });
  const joined = { accountId, role, ownerClaim: membership?.id ?? "" };
  await store.update(membershipEntity, { userId: user.userId }, joined);
  await store.update(sessionEntity, { userId: user.userId }, { accountId });
  await store.remove(accountEntity, { id: user.accountId });
  return { ...user, accountId };
}

async function insertOwner(email: string, own: OwnState): Promise<InsertedUser> {
  const [product, store] = [await shareProduct(), await shareStore()];
  const user = await insertUser(store, email, own);
  return { ...user, email, call: createApiClient(product, user.token) };
}

interface OwnState {
  name?: string | undefined;
  subscription: "active" | null;
}

/** Inserts such an owner into the database of any product, with sessions as a sign-in starts them. */
export async function insertUser(store: Store, email: string, own: OwnState): Promise<TestUser> {
  const { name = "Grace Hopper", subscription } = own;
  const user = await makeTestUser(store, { permission: "owner", isVerified: true, subscription });
  const [{ userId }, nameKey, passwordHash] = [user, name.toLowerCase(), await hashQuickly(PASSWORD)];
  const values = { name, nameKey, email, emailClaim: email, passwordHash, onboardedAt: null };
  await store.update(userEntity, { id: userId }, values);
  await store.update(membershipEntity, { userId }, { nameKey, email });
  await store.update(accountEntity, { id: user.accountId }, { name, nameKey });
  await store.update(sessionEntity, { userId }, { reauthenticatedAt: null });
  return user;
}
