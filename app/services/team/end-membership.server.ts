/** The end of a membership, and of all that could still lead into the account by it. Security D3, D8, F6. */
import { AppError } from "~/domain/errors";
import { consumeAccountOffer } from "~/models/account.server";
import { deleteMembership, type MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";

/**
 * Ends the membership, in the caller's transaction. The person stays, with their other accounts; without any, they
 * get one of their own when they sign in again. Throws conflict when somebody else changed it meanwhile.
 */
export async function endMembership(store: Store, membership: MembershipRow): Promise<void> {
  const { userId, accountId } = membership;
  if (!(await deleteMembership(store, membership))) throw new AppError("conflict", "errors:conflict");
  await store.remove("sessions", { userId, accountId });
  await store.update("tokens", { userId, accountId, usedAt: null }, { usedAt: new Date() });
  await store.update("users", { id: userId, defaultAccountId: accountId }, { defaultAccountId: null });
  await consumeAccountOffer(store, { id: accountId, userId });
}
