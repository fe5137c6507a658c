/** Joining an account by an invitation: finding the invitation of a link, and consuming it. */
import { AppError } from "~/domain/errors";
import { paths } from "~/domain/paths";
import { findAccount } from "~/models/account.server";
import { consumeInvite, findInviteByToken, type InviteRow } from "~/models/invite.server";
import { createMembership, findMembership } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { isNotificationWanted } from "../people/notifications.server";
import type { Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { claimEmail } from "../people/users.server";
import { hashToken } from "../platform/crypto/secrets.server";

/** Returns the invitation of this link. Throws invalid when the link no longer works or was sent to another email. */
export async function getInvite(store: Store, token: string, email: string): Promise<InviteRow> {
  const invite = await findInviteByToken(store, { tokenHash: hashToken(token) });
  if (invite?.email !== email) throw createInviteGoneError();
  return invite;
}

/**
 * Consumes an invitation, makes `user` a member with its role, and returns the account's id. The token came by mail to
 * the invited email, so it verifies that email and is valid only for a user who has it. Runs in the caller's
 * transaction; the caller wakes the outbox afterwards. Throws invalid when the link no longer works: only one of
 * several concurrent requests can consume it.
 */
export async function acceptInvite(
  store: Store,
  context: Context,
  { token, user }: { token: string; user: UserRow },
): Promise<string> {
  const invite = await getInvite(store, token, user.email);
  if (!(await consumeInvite(store, invite))) throw createInviteGoneError();
  if (!user.verifiedAt) await claimEmail(store, user, { refusal: "team:join.gone" });
  await addMember(store, invite, user);
  await recordAudit(store, context, {
    action: "joined",
    target: user.email,
    actor: user,
    accountId: invite.accountId,
  });
  await notifyInviter(store, context, { invite, user });
  return invite.accountId;
}

function createInviteGoneError(): AppError {
  return new AppError("invalid", "team:join.gone");
}

/** A user who is a member already keeps their role. */
async function addMember(store: Store, { accountId, role }: InviteRow, user: UserRow): Promise<void> {
  if (await findMembership(store, { userId: user.id, accountId })) return;
  // Read again, because a concurrent change of the name updates only the memberships that exist by then.
  const current = (await findUser(store, { id: user.id })) ?? user;
  await createMembership(store, { user: current, accountId, role });
}

async function notifyInviter(
  store: Store,
  { app }: Context,
  { invite, user }: { invite: InviteRow; user: UserRow },
): Promise<void> {
  const inviter = await findUser(store, { id: invite.invitedById });
  const account = await findAccount(store, { id: invite.accountId });
  if (!inviter || !account || !(await isNotificationWanted(store, inviter.id, "invite_accepted"))) return;
  await queueMail(store, app.secrets, {
    template: "invite_accepted",
    to: inviter.email,
    locale: inviter.locale,
    values: {
      name: inviter.name,
      member: user.name,
      email: user.email,
      account: account.name,
      link: `${app.config.appUrl}${paths.users}`,
    },
  });
}
