/** The end of a membership, and of all that could still lead into the account by it. Security D3, D8, F6. */
import { AppError } from "~/domain/errors";
import { consumeAccountOffer } from "~/models/account.server";
import { deleteMembership, type MembershipRow } from "~/models/membership.server";
import { endSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { revokeTokens } from "~/models/token.server";
import { clearDefaultAccount } from "~/models/user.server";

/**
 * Ends the membership, in the caller's transaction. The person stays, with their other accounts; without any, they
 * get one of their own when they sign in again. Throws conflict when somebody else changed it meanwhile.
 */
export async function endMembership(store: Store, membership: MembershipRow): Promise<void> {
  const { userId, accountId } = membership;
  if (!(await deleteMembership(store, membership))) throw new AppError("conflict", "errors:conflict");
  await endSessions(store, { userId, accountId });
  await revokeTokens(store, { userId, accountId });
  await clearDefaultAccount(store, { userIds: [userId], accountId });
  await consumeAccountOffer(store, { id: accountId, userId });
}
