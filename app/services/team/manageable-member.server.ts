/** Which members the caller may change: of their account, never themselves, never its owner. Security F4, F5, F10. */
import { AppError } from "~/domain/errors";
import { canActAs } from "~/domain/roles";
import { findMembership, type MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { requireViewer, type Context } from "../platform/operation.server";
import { requireRole } from "./require-role.server";

export interface Member {
  membership: MembershipRow;
  user: UserRow;
}

/**
 * The member of the caller's account with this user id, whose role stays as it is until the transaction ends. Throws
 * not_found for anybody else's id, and forbidden for the owner, for oneself and for a caller who is no admin.
 */
export async function requireManageable(store: Store, context: Context, userId: string): Promise<Member> {
  const { user: caller, account } = requireViewer(context);
  const own = await requireRole(store, context, "admin");
  const member = await getMember(store, account.id, userId);
  if (userId === caller.id) throw new AppError("forbidden", "team:members.not_yourself");
  const isOwn = caller.isMaster || canActAs(own.role, "owner");
  if (member.membership.role === "owner" || (member.user.isMaster && !isOwn)) {
    throw new AppError("forbidden", "team:members.not_owner");
  }
  return member;
}

/** A member of the account; throws not_found for anybody else's id. */
export async function getMember(store: Store, accountId: string, userId: string): Promise<Member> {
  const membership = await findMembership(store, { userId, accountId });
  const user = membership && (await findUser(store, { id: userId }));
  if (!user) throw new AppError("not_found", "errors:not_found");
  return { membership, user };
}
