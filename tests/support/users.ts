/** Users of every role and state, inserted directly into a running product's database, with sessions to use. */
import { createEmptyValues } from "~/domain/own-fields";
import { OWN_ACCOUNT_FIELDS } from "~/product/fields";
import { v7 as uuid } from "uuid";
import { subscriptionEntity } from "~/models/subscription.server";
import { sessionEntity } from "~/models/session.server";
import { membershipEntity } from "~/models/membership.server";
import { accountEntity } from "~/models/account.server";
import type { AccessState } from "~/domain/guard";
import type { SubscriptionStatus } from "~/domain/plans";
import { ROLES, toActor, type Permission, type Role } from "~/domain/roles";
import type { Store } from "~/models/store/store";
import { userEntity, buildUnverifiedUser } from "~/models/user.server";
import { hashToken, createRandomToken } from "~/crypto/secrets.server";
import { buildSubscription } from "../stores/rows";

export interface TestUser {
  userId: string;
  accountId: string;
  /** The value of the `session` cookie. */
  cookie: string;
  /** An API client's bearer token. */
  token: string;
}

export interface TestUserState {
  permission: Permission;
  /** That of a master's membership; without it, a master owns their account. */
  role?: Role;
  isVerified: boolean;
  /** Null: no plan chosen. */
  subscription: SubscriptionStatus | null;
}

const STATES = {
  unverified: { isVerified: false, subscription: null },
  "without a plan": { isVerified: true, subscription: null },
  lapsed: { isVerified: true, subscription: "canceled" },
  settled: { isVerified: true, subscription: "active" },
} as const;

/** Every role, and a master by each membership that tells masters apart. */
const ACTORS = [
  ...ROLES.map((role) => ({ name: role, ...toActor({ role, isMaster: false }) })),
  ...(["owner", "developer", "user"] as const).map((role) => ({
    name: `master and ${role}`,
    ...toActor({ role, isMaster: true }),
  })),
];

/** Everyone who may meet a page or an operation, in every state of their account. */
export const CALLERS = ACTORS.flatMap(({ name, ...actor }) =>
  Object.entries(STATES).map(([state, settings]) => ({
    name: `${name}, ${state}`,
    state: { ...actor, ...settings },
  })),
);

/** The role of the person's membership. */
export function toRole({ permission, role }: Pick<TestUserState, "permission" | "role">): Role {
  return role ?? (permission === "master" ? "owner" : permission);
}

/** Returns the state of such a user, as the guard knows it. */
export function toUserAccess(state: TestUserState): AccessState {
  const { permission, isVerified, subscription } = state;
  const hasPlan = subscription !== null;
  return {
    permission,
    role: toRole(state),
    isVerified,
    isOnboarded: true,
    hasPlan,
    subscription,
    isOverLimit: false,
  };
}

/** Creates a user with an account. */
export async function makeTestUser(store: Store, state: TestUserState): Promise<TestUser> {
  const now = new Date();
  const [userId, accountId] = [uuid(), uuid()];
  const email = `${userId}@example.com`;
  const name = `A ${state.permission}`;
  await store.insert(userEntity, {
    ...buildUnverifiedUser({ name, email, passwordHash: null, locale: "en" }),
    id: userId,
    emailClaim: state.isVerified ? email : userId,
    verifiedAt: state.isVerified ? now : null,
    onboardedAt: now,
    isMaster: state.permission === "master",
    lastSignInAt: null,
  });
  await store.insert(accountEntity, {
    id: accountId,
    name: `The account of ${userId}`,
    nameKey: `the account of ${userId}`,
    unnamedSince: null,
    demoState: null,
    overLimitAt: null,
    checklistDismissedAt: null,
    ...createEmptyValues(OWN_ACCOUNT_FIELDS),
    ownerOfferedTo: null,
    createdAt: now,
  });
  const membershipId = uuid();
  const role = toRole(state);
  await store.insert(membershipEntity, {
    id: membershipId,
    userId,
    accountId,
    role,
    nameKey: `a ${state.permission}`,
    email,
    verifiedAt: state.isVerified ? now : null,
    signedInAt: null,
    twoFactorAt: null,
    ownerClaim: role === "owner" ? accountId : membershipId,
    createdAt: now,
  });
  if (state.subscription) await subscribe(store, accountId, state.subscription);
  const cookie = await makeSession(store, { userId, accountId, kind: "browser" });
  const token = await makeSession(store, { userId, accountId, kind: "script" });
  return { userId, accountId, cookie, token };
}

/** Returns the user with this email and their account. Throws when there is none. */
export async function getMembership(
  store: Store,
  email: string,
): Promise<{ userId: string; accountId: string }> {
  const user = await store.findOne(userEntity, { email });
  const membership = await store.findOne(membershipEntity, { userId: user?.id ?? "" });
  if (!membership) throw new Error(`${email} is not a member of any account`);
  return { userId: membership.userId, accountId: membership.accountId };
}

/** Creates a session whose user has just reauthenticated, and returns its secret token. */
export async function makeSession(
  store: Store,
  of: { userId: string; accountId: string; kind: "browser" | "script"; idleMs?: number; maxMs?: number },
): Promise<string> {
  const now = new Date();
  const secret = createRandomToken(of.kind === "browser" ? "ses" : "scr");
  await store.insert(sessionEntity, {
    id: uuid(),
    tokenHash: hashToken(secret),
    kind: of.kind,
    userId: of.userId,
    accountId: of.accountId,
    isDuplicateUser: false,
    ip: "127.0.0.1",
    agent: "test",
    createdAt: now,
    authenticatedAt: now,
    credentialAt: now,
    reauthenticatedAt: now,
    lastSeenAt: now,
    idleExpiresAt: new Date(now.getTime() + (of.idleMs ?? 3_600_000)),
    expiresAt: new Date(now.getTime() + (of.maxMs ?? 3_600_000)),
    impersonatorId: null,
    parentId: null,
  });
  return secret;
}

/** Puts the account on the free plan with this status. */
export async function subscribe(store: Store, accountId: string, status: SubscriptionStatus): Promise<void> {
  const row = buildSubscription({ id: accountId, planId: "free", status, updatedAt: new Date() });
  await store.insert(subscriptionEntity, row);
}
