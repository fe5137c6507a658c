/**
 * Checks who may change an account's members, inside the transaction that changes them: the account is locked first, so
 * that the caller's role cannot be taken away between the check and the change.
 */
import { AppError } from "~/domain/errors";
import { canActAs, toActor, type Actor, type Permission } from "~/domain/roles";
import { lockAccount } from "~/models/account.server";
import { findMembership, type MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { requireViewer, type Context } from "../platform/operation.server";
import type { Viewer } from "../platform/viewer.server";

/**
 * Returns the caller's membership of the current account, which cannot change until the transaction ends. Throws
 * forbidden when the caller has lost the role since the request started.
 */
export async function requireRole(
  store: Store,
  context: Context,
  required: Permission,
): Promise<MembershipRow> {
  const viewer = requireViewer(context);
  const { user, account } = viewer;
  await lockAccount(store, { id: account.id });
  const membership = await findMembership(store, { userId: user.id, accountId: account.id });
  if (!membership || !canActAs(toCaller(viewer, membership), required)) {
    throw new AppError("forbidden", "errors:forbidden");
  }
  return membership;
}

/**
 * Throws forbidden unless the caller owns the account; the owner cannot change until the transaction ends. A master has
 * the owner's permissions in every account they are a member of, but may close or transfer only an account that they
 * own.
 */
export async function requireOwner(store: Store, context: Context): Promise<void> {
  const { role } = await requireRole(store, context, "owner");
  if (role !== "owner") throw new AppError("forbidden", "errors:forbidden");
}

export interface Member {
  membership: MembershipRow;
  user: UserRow;
}

/**
 * Returns the member of the caller's account with this user id. Their role cannot change until the transaction ends.
 * Throws not_found when there is no such member, and forbidden for the owner, for the caller's own id, and unless the
 * caller is an admin.
 */
export async function requireManageable(store: Store, context: Context, userId: string): Promise<Member> {
  const { account } = requireViewer(context);
  const own = await requireRole(store, context, "admin");
  const member = await getMember(store, account.id, userId);
  const refusal = findRefusal(context, own, member);
  if (refusal) throw new AppError("forbidden", refusal);
  return member;
}

/** Why the caller, whose membership is `own`, may not change this member: the owner, and the caller's own id. */
export function findRefusal(context: Context, own: MembershipRow, { membership, user }: Member) {
  const viewer = requireViewer(context);
  if (user.id === viewer.user.id) return "team:members.not_yourself" as const;
  const isOwn = canActAs(toCaller(viewer, own), "owner");
  const isProtected = membership.role === "owner" || (user.isMaster && !isOwn);
  return isProtected ? ("team:members.not_owner" as const) : null;
}

/** Returns the caller's rights with this membership. In a call with an API key, a master is no more than a member. */
function toCaller({ user, key }: Viewer, { role }: MembershipRow): Actor {
  return toActor({ role, isMaster: user.isMaster && key === undefined });
}

/** Returns a member of the account. Throws not_found for every other id. */
export async function getMember(store: Store, accountId: string, userId: string): Promise<Member> {
  const membership = await findMembership(store, { userId, accountId });
  const user = membership && (await findUser(store, { id: userId }));
  if (!user) throw new AppError("not_found", "errors:not_found");
  return { membership, user };
}
