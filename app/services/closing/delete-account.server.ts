/** Deletes an account with everything in it, and the users who belong to no other account. */
import { AppError } from "~/domain/errors";
import type { MailTemplate } from "~/gateways/mail/mail-values";
import { deleteAccount } from "~/models/account.server";
import { deleteAccountData, deleteUsers } from "~/models/belongings.server";
import { deleteOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import { deleteInvites } from "~/models/invite.server";
import {
  deleteMemberships,
  findOwner,
  listMembers,
  listMembershipsOfUsers,
} from "~/models/membership.server";
import { updateSession } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { clearDefaultAccount, listUsers, type UserRow } from "~/models/user.server";
import { requireViewer, type Context, type SessionChange } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { getSignInAccount } from "../people/account.server";
import { rotateSession } from "../identity/sessions.server";

export interface DeletedAccount {
  /** The pictures of the deleted users. The caller deletes the files after the commit. */
  files: (string | null)[];
  /** The session of the user who closed it: ended, or switched to another of their accounts. */
  session: SessionChange | undefined;
}

/** How many members are deleted together. */
const PAGE = 100;

/**
 * Deletes the viewer's account in the caller's transaction. `hold` is the open billing intent that keeps other billing
 * changes away, and is deleted too. Invitations are deleted before the members are read, and sessions after them: a user
 * who joins or switches concurrently is among the members, or finds no account. Throws conflict when the account is
 * closed already, the viewer does not own it any more, or the hold is lost.
 */
export async function deleteAccountAndMembers(
  store: Store,
  context: Context,
  hold: BillingIntentRow,
): Promise<DeletedAccount> {
  const { account, user } = requireViewer(context);
  const accountId = account.id;
  const owner = await findOwner(store, { accountId });
  if (owner?.userId !== user.id) throw new AppError("conflict", "errors:conflict");
  // A user who joins locks their invitation before the account. The same order here prevents a deadlock.
  await deleteInvites(store, { accountId });
  const isHeld = await deleteOpenIntent(store, hold);
  if (!isHeld || !(await deleteAccount(store, { id: accountId })))
    throw new AppError("conflict", "errors:conflict");
  // Invitations that were sent while the first ones were deleted.
  await deleteInvites(store, { accountId });
  const deletedUsers = await deleteMembers(store, context);
  const session: SessionChange | undefined = deletedUsers.some(({ id }) => id === user.id)
    ? { kind: "ended" }
    : await switchToOtherAccount(store, context);
  await deleteAccountData(store, { accountIds: [accountId] });
  return { files: deletedUsers.map(({ avatar }) => avatar), session };
}

/** Ends every membership and mails every member. Returns the users who were deleted. */
async function deleteMembers(store: Store, context: Context): Promise<UserRow[]> {
  const { account } = requireViewer(context);
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
      await notifyMember(store, context, { member, isRemoved: !staying.has(member.id) });
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
  context: Context,
  { member, isRemoved }: { member: UserRow; isRemoved: boolean },
): Promise<void> {
  // An unverified email may be a stranger's.
  if (!member.verifiedAt) return;
  const { account, user } = requireViewer(context);
  const template: MailTemplate = member.id === user.id ? "account_closed" : "account_closed_member";
  const { email: to, locale, name } = member;
  await queueMail(store, context.app.secrets, {
    template,
    to,
    locale,
    values: { name, account: account.name, isRemoved },
  });
}

/** Switches the session to another account of the user, with a new cookie. */
async function switchToOtherAccount(store: Store, context: Context): Promise<SessionChange | undefined> {
  const { user, session } = requireViewer(context);
  const accountId = await getSignInAccount(store, context, user);
  await updateSession(store, session, { accountId });
  return rotateSession(store, context);
}
