/** What goes with an account: everything in it, and the people who belong to no other. Security F7. */
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
import { getSignInAccount } from "../people/people.server";
import { rotateSession } from "../identity/sessions.server";

export interface DeletedAccount {
  /** Pictures of the people who are gone: their files are to be removed once this is committed. */
  files: (string | null)[];
  /** The session of whoever closed it: ended with them, or gone over to another account of theirs. */
  session: SessionChange | undefined;
}

/** How many members are looked at together. */
const PAGE = 100;

/**
 * Removes the viewer's account in the caller's transaction; `hold` is its billing's, which goes with it. Invitations
 * go before the members are read, and sessions behind them: who joins or comes over meanwhile is either among them or
 * finds no account. Throws conflict when somebody else closed it or the hold is lost, forbidden to who is not its owner.
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
  // Whoever joins holds their invitation before they ask for the account: in the other order, each waits for the other.
  await deleteInvites(store, { accountId });
  const isHeld = await deleteOpenIntent(store, hold);
  if (!isHeld || !(await deleteAccount(store, { id: accountId })))
    throw new AppError("conflict", "errors:conflict");
  // Those that were sent while the first were removed.
  await deleteInvites(store, { accountId });
  const deletedUsers = await deleteMembers(store, context);
  const session: SessionChange | undefined = deletedUsers.some(({ id }) => id === user.id)
    ? { kind: "ended" }
    : await switchToOtherAccount(store, context);
  await deleteAccountData(store, { accountIds: [accountId] });
  return { files: deletedUsers.map(({ avatar }) => avatar), session };
}

/** Ends every membership; returns who is gone altogether. Everybody gets a mail. */
async function deleteMembers(store: Store, context: Context): Promise<UserRow[]> {
  const { account } = requireViewer(context);
  const deletedUsers: UserRow[] = [];
  for (;;) {
    const page = await listMembers(store, { accountIds: [account.id], limit: PAGE });
    if (page.length === 0) return deletedUsers;
    const userIds = page.map(({ userId }) => userId);
    // Held from here on, so that nobody is made a member elsewhere while they are being removed.
    const people = await listUsers(store, { ids: userIds });
    await deleteMemberships(store, page);
    const staying = await findMembersOfOtherAccounts(store, userIds);
    await clearDefaultAccount(store, { userIds, accountId: account.id });
    const leaving = people.filter(({ id }) => !staying.has(id));
    await deleteUsers(store, leaving);
    for (const person of people)
      await notifyMember(store, context, { person, isRemoved: !staying.has(person.id) });
    deletedUsers.push(...leaving);
  }
}

/** Which of these people belong to any account. */
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
  { person, isRemoved }: { person: UserRow; isRemoved: boolean },
): Promise<void> {
  // An address nobody has proved may be a stranger's.
  if (!person.verifiedAt) return;
  const { account, user } = requireViewer(context);
  const template: MailTemplate = person.id === user.id ? "account_closed" : "account_closed_member";
  const { email: to, locale, name } = person;
  await queueMail(store, context.app.secrets, {
    template,
    to,
    locale,
    values: { name, account: account.name, isRemoved },
  });
}

/** Whoever closed it works on in another account of theirs, under a new cookie. */
async function switchToOtherAccount(store: Store, context: Context): Promise<SessionChange | undefined> {
  const { user, session } = requireViewer(context);
  const accountId = await getSignInAccount(store, context, user);
  await updateSession(store, session, { accountId });
  return rotateSession(store, context);
}
