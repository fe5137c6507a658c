/** Joining an account by an invitation: finding the invitation of a link, and consuming it. */
import { AppError } from "~/domain/errors";
import { canReceive } from "~/domain/notifications";
import { paths } from "~/domain/paths";
import { findAccount } from "~/models/account.server";
import { consumeInvite, findInviteByToken, type InviteRow } from "~/models/invite.server";
import { createMembership, findMembership } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { requestSeatSync } from "~/models/subscription.server";
import { findUser, type UserRow } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import { recordAudit } from "../platform/audit/audit.server";
import { createNotificationLink } from "../users/notification-links.server";
import { isNotificationWanted } from "../users/notifications.server";
import type { Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { recordAccountEvent } from "../platform/account-events/record-account-event.server";
import { claimEmail } from "../users/users.server";
import { toAccountName } from "../platform/account-name.server";
import { findAccountSeatPlans, requireSeatToJoin, type SeatPlans } from "./require-seats.server";

/** Returns the invitation of this link. Throws invalid when the link no longer works or was sent to another email. */
export async function getInvite(store: Store, token: string, email: string): Promise<InviteRow> {
  const invite = await findInviteByToken(store, { tokenHash: hashToken(token) });
  if (invite?.email !== email) throw createInviteGoneError();
  return invite;
}

/**
 * Reads the plans of the account that a link's token leads to, for `acceptInvite`. Called before the transaction. A token
 * that no longer works has none.
 */
export async function findPlansOfInvite(store: Store, token: string | undefined): Promise<SeatPlans> {
  const invite = token === undefined ? null : await findInviteByToken(store, { tokenHash: hashToken(token) });
  return invite ? findAccountSeatPlans(store, invite) : { current: null, offered: [] };
}

/**
 * Consumes an invitation, makes `user` a member with its role, and returns the account's id. The token came by mail to
 * the invited email, so it verifies that email and is valid only for a user who has it. Runs in the caller's
 * transaction. Throws invalid when the link no longer works: only one of several concurrent requests can consume it. Throws
 * plan_needed when the account's plan has no seat.
 */
export async function acceptInvite(
  store: Store,
  context: Context,
  { token, user, plans }: { token: string; user: UserRow; plans: SeatPlans },
): Promise<string> {
  const invite = await getInvite(store, token, user.email);
  if (!(await consumeInvite(store, invite))) throw createInviteGoneError();
  if (!user.verifiedAt) await claimEmail(store, user, { refusal: "team:join.gone" });
  await addMember(store, { invite, user, plans });
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
async function addMember(
  store: Store,
  { invite, user, plans }: { invite: InviteRow; user: UserRow; plans: SeatPlans },
): Promise<void> {
  const { accountId, role } = invite;
  if (await findMembership(store, { userId: user.id, accountId })) return;
  await requireSeatToJoin(store, { accountId, plans });
  // Read again, because a concurrent change of the name updates only the memberships that exist by then.
  const current = (await findUser(store, { id: user.id })) ?? user;
  await createMembership(store, { user: current, accountId, role });
  await requestSeatSync(store, { accountIds: [accountId] });
  const { id, name, email } = current;
  await recordAccountEvent(store, { accountId, type: "user.joined", data: { id, name, email, role } });
}

async function notifyInviter(
  store: Store,
  { app }: Context,
  { invite, user }: { invite: InviteRow; user: UserRow },
): Promise<void> {
  const { accountId, invitedById: userId } = invite;
  const [inviter, account, membership] = [
    await findUser(store, { id: userId }),
    await findAccount(store, { id: accountId }),
    await findMembership(store, { userId, accountId }),
  ];
  // An inviter who has left or lost the role no longer learns who joins.
  if (!inviter || !account || !membership || !canReceive(membership.role, "invite_accepted")) return;
  if (!(await isNotificationWanted(store, userId, "invite_accepted"))) return;
  await queueMail(store, app.secrets, {
    template: "invite_accepted",
    to: inviter.email,
    locale: inviter.locale,
    values: {
      name: inviter.name,
      member: user.name,
      email: user.email,
      account: toAccountName(account, inviter.locale),
      link: `${app.config.appUrl}${paths.users}`,
      stopLink: createNotificationLink(app, inviter, "invite_accepted"),
    },
  });
}
