/** Deletes an account with everything in it, and the users who belong to no other account. */
import { AppError } from "~/domain/errors";
import { deleteAccount, type AccountRow } from "~/models/account.server";
import { deleteAccountData, deleteUsers } from "~/models/belongings.server";
import { deleteOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import { deleteInvites } from "~/models/invite.server";
import {
  deleteMemberships,
  findOwner,
  listMembers,
  listMembershipsOfUsers,
} from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { clearDefaultAccount, listUsers, type UserRow } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { queueMail } from "../platform/mail/outbox.server";
import { toAccountName } from "../platform/account-name.server";

export interface Closing {
  account: Pick<AccountRow, "id" | "name" | "unnamedSince">;
  /** Who owns it; null without an owner. */
  ownerId: string | null;
  /** The open billing intent that keeps other billing changes away. It is deleted too. */
  hold: BillingIntentRow;
  /** Why support closes it; null when its owner does. */
  supportReason: string | null;
  /** Runs before the rest of the account's rows are deleted. */
  leave?: (deletedUsers: readonly UserRow[]) => Promise<void>;
}

/** How many members are deleted together. */
const PAGE = 100;

/**
 * Deletes the account in the caller's transaction. Returns the users who are deleted with it; the caller deletes their
 * avatars after the commit. Invitations are deleted before the members are read, and sessions after them: a user who joins
 * or switches concurrently is among the members, or finds no account. Throws conflict when the account is closed already,
 * has another owner, or the hold is lost.
 */
export async function deleteAccountAndMembers(
  store: Store,
  app: Pick<App, "secrets">,
  closing: Closing,
): Promise<UserRow[]> {
  const { account, ownerId, hold } = closing;
  const accountId = account.id;
  const owner = await findOwner(store, { accountId });
  if ((owner?.userId ?? null) !== ownerId) throw new AppError("conflict", "errors:conflict");
  // A user who joins locks their invitation before the account. The same order here prevents a deadlock.
  await deleteInvites(store, { accountId });
  const isHeld = await deleteOpenIntent(store, hold);
  if (!isHeld || !(await deleteAccount(store, { id: accountId })))
    throw new AppError("conflict", "errors:conflict");
  // Invitations that were sent while the first ones were deleted.
  await deleteInvites(store, { accountId });
  const deletedUsers = await deleteMembers(store, app, closing);
  await closing.leave?.(deletedUsers);
  await deleteAccountData(store, { accountIds: [accountId] });
  return deletedUsers;
}

/** Ends every membership and mails every member. Returns the users who were deleted. */
async function deleteMembers(store: Store, app: Pick<App, "secrets">, closing: Closing): Promise<UserRow[]> {
  const { account } = closing;
  const deletedUsers: UserRow[] = [];
  for (;;) {
    const page = await listMembers(store, { accountIds: [account.id], limit: PAGE });
    if (page.length === 0) return deletedUsers;
    const userIds = page.map(({ userId }) => userId);
    // Locks the rows, so that no user joins another account while they are being deleted.
    const users = await listUsers(store, { ids: userIds });
    await deleteMemberships(store, page);
    const staying = await findMembersOfOtherAccounts(store, userIds);
    await clearDefaultAccount(store, { userIds, accountId: account.id });
    const leaving = users.filter(({ id }) => !staying.has(id));
    await deleteUsers(store, leaving);
    for (const member of users)
      await notifyMember(store, app, { closing, member, isRemoved: !staying.has(member.id) });
    deletedUsers.push(...leaving);
  }
}

/** Which of these users still belong to an account. */
async function findMembersOfOtherAccounts(store: Store, userIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (;;) {
    const rest = userIds.filter((id) => !found.has(id));
    if (rest.length === 0) return found;
    const page = await listMembershipsOfUsers(store, { userIds: rest, limit: PAGE });
    for (const { userId } of page) found.add(userId);
    if (page.length < PAGE) return found;
  }
}

async function notifyMember(
  store: Store,
  { secrets }: Pick<App, "secrets">,
  { closing, member, isRemoved }: { closing: Closing; member: UserRow; isRemoved: boolean },
): Promise<void> {
  // An unverified email may be a stranger's.
  if (!member.verifiedAt) return;
  const { account, ownerId, supportReason: reason } = closing;
  const { email: to, locale, name } = member;
  const values = { name, account: toAccountName(account, locale), isRemoved };
  if (reason === null) {
    const template = member.id === ownerId ? "account_closed" : "account_closed_member";
    await queueMail(store, secrets, { template, to, locale, values });
    return;
  }
  const template = "account_closed_by_support";
  await queueMail(store, secrets, { template, to, locale, values: { ...values, reason } });
}
