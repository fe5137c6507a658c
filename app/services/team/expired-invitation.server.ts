/** An invitation whose link has expired: what its page says, and how its reader asks for a new one. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { invitationRequestForm } from "~/domain/forms/team";
import { paths } from "~/domain/paths";
import { TOKEN_LIMITS } from "~/domain/rate-limits";
import { canActAs } from "~/domain/roles";
import { findAccount } from "~/models/account.server";
import { canAskAgain, claimInviteRequest, findExpiredInvite, type InviteRow } from "~/models/invite.server";
import { findMembership, findOwner } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import { toAccountName } from "../platform/account-name.server";
import type { App } from "../platform/app.server";
import { queueMail } from "../platform/mail/outbox.server";
import { defineOperation, type Context } from "../platform/operation.server";

export interface ExpiredInvitation {
  account: string;
  inviter: string;
  /** ISO 8601. */
  expiredAt: string;
  /** False for a day after the reader has asked for a new one. */
  canAsk: boolean;
}

/**
 * Reads what the page of an expired link shows. Null for every other link, and for one that was sent to another email: an
 * invitation that was accepted, revoked or sent again looks like one that has never existed.
 */
export async function readExpiredInvitation(
  { store }: App,
  link: { token: string; email: string },
  locale: string,
): Promise<ExpiredInvitation | null> {
  const invite = await findExpiredInviteByLink(store, link);
  const account = invite && (await findAccount(store, { id: invite.accountId }));
  if (!account) return null;
  const name = toAccountName(account, locale);
  const inviter = await findUser(store, { id: invite.invitedById });
  return {
    account: name,
    inviter: inviter?.name ?? name,
    expiredAt: invite.expiresAt.toISOString(),
    canAsk: canAskAgain(invite, new Date()),
  };
}

export const requestInvite = defineOperation({
  name: "requestInvite",
  method: "POST",
  path: "/api/invite/request",
  summary:
    "Ask for a new invitation with an expired one: invite_id is the secret from its link. The member who sent it gets an email, or " +
    "the owner where they have left; one a day for each invitation.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: invitationRequestForm,
  output: z.object({}),
  limits: TOKEN_LIMITS,
  async run({ invite_id: token, email }, context) {
    await context.app.store.transaction(async (store) => {
      const invite = await findExpiredInviteByLink(store, { token, email });
      if (!invite) throw new AppError("invalid", "team:join.gone");
      // Asked today already: the answer is the same, and no second mail is sent.
      if (await claimInviteRequest(store, invite, new Date())) await notifyRequest(store, context, invite);
    });
    return { data: {}, message: "team:join.asked" };
  },
});

async function findExpiredInviteByLink(
  store: Store,
  { token, email }: { token: string; email: string },
): Promise<InviteRow | null> {
  const invite = await findExpiredInvite(store, { tokenHash: hashToken(token) });
  return invite?.email === email ? invite : null;
}

async function notifyRequest(store: Store, { app }: Context, invite: InviteRow): Promise<void> {
  const account = await findAccount(store, { id: invite.accountId });
  const recipient = await findRecipient(store, invite);
  if (!account || !recipient) return;
  await queueMail(store, app.secrets, {
    template: "invite_requested",
    to: recipient.email,
    locale: recipient.locale,
    values: {
      name: recipient.name,
      email: invite.email,
      account: toAccountName(account, recipient.locale),
      link: `${app.config.appUrl}${paths.users}?${new URLSearchParams({ search: invite.email }).toString()}`,
    },
  });
}

/** The inviter, as long as they can invite; the owner after that. */
async function findRecipient(store: Store, { accountId, invitedById }: InviteRow): Promise<UserRow | null> {
  const inviter = await findMembership(store, { userId: invitedById, accountId });
  const isAdmin = inviter !== null && canActAs(inviter.role, "admin");
  const recipient = isAdmin ? inviter : await findOwner(store, { accountId });
  return recipient && findUser(store, { id: recipient.userId });
}
