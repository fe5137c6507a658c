/** Changing an account's members, one at a time, by somebody who still has the role for it. Security F10. */
import { AppError } from "~/domain/errors";
import { canActAs, type Permission } from "~/domain/roles";
import { lockAccount } from "~/models/account.server";
import { findMembership, type MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { requireViewer, type Context } from "../platform/operation.server";

/**
 * The caller's membership of the account they are in, which stays as it is until the transaction ends. Throws
 * forbidden when their role was taken from them since the request began.
 */
export async function requireRole(
  store: Store,
  context: Context,
  required: Permission,
): Promise<MembershipRow> {
  const { user, account } = requireViewer(context);
  await lockAccount(store, { id: account.id });
  const membership = await findMembership(store, { userId: user.id, accountId: account.id });
  if (!membership || !canActAs(user.isMaster ? "master" : membership.role, required)) {
    throw new AppError("forbidden", "errors:forbidden");
  }
  return membership;
}

/**
 * Lets a transaction go on for the account's owner alone, who stays it until the end. A master acts as an owner in
 * every account they are in, but closes and hands over none that is not theirs. Throws forbidden.
 */
export async function requireOwner(store: Store, context: Context): Promise<void> {
  const { role } = await requireRole(store, context, "owner");
  if (role !== "owner") throw new AppError("forbidden", "errors:forbidden");
}
