/** Invitations to an account: creating, resending and revoking them. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { idForm, inviteForm } from "~/domain/forms/team";
import { EMAIL_IN_MESSAGE_MAX_LENGTH } from "~/domain/members";
import { shortenText, toMailbox } from "~/domain/text";
import type { Texts } from "~/domain/message-keys";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { INVITE_MAIL_LIMIT } from "~/domain/rate-limits";
import { ASSIGNABLE_ROLES } from "~/domain/roles";
import { deleteInvite, findInvite, type InviteRow } from "~/models/invite.server";
import type { Store } from "~/models/store/store";
import { recordAudit } from "../platform/audit/audit.server";
import { sendInvites, type SentInvites } from "./send-invites.server";
import { refundAll, consumeAll } from "../platform/rate-limits/limiter.server";
import { defineOperation, requireViewer, type Context, type Reply } from "../platform/operation.server";
import { requireRole } from "./require-role.server";
import { findSeatPlans } from "./require-seats.server";
import { isLapsed, type Viewer } from "../platform/viewer.server";

/** An invitation in responses. Its id is no secret: the mail's link has a token of its own. */
export const inviteShape = z.object({
  id: z.string(),
  email: z.string(),
  date_sent: z.iso.datetime(),
  permission: z.enum(ASSIGNABLE_ROLES),
  /** The link no longer works. Resending the invitation creates a new link. */
  expired: z.boolean(),
});

export type InviteView = z.infer<typeof inviteShape>;

export const sentShape = z.object({
  invites: z.array(inviteShape),
  /** Emails of users who are members already. */
  skipped: z.array(z.string()),
});

export const createInvites = defineOperation({
  name: "createInvites",
  method: "POST",
  path: "/api/invite",
  summary:
    "Invite people by email: one address, or several separated by commas, semicolons or line breaks. If any is not an " +
    "address, no one is invited, and the message names all of these. Anyone invited before gets a new link, and " +
    "the old one stops working. Anyone who is already a member is skipped.",
  access: { permission: "admin", state: "subscribed" },
  needsOwnSession: true,
  keyScope: "invites:write",
  acceptsIdempotencyKey: true,
  input: inviteForm,
  output: sentShape,
  refusesImpersonator: true,
  async run({ email: emails, permission: role }, context) {
    const plans = await findSeatPlans(context.app.store, requireViewer(context).subscription);
    return toSentReply(context, emails, (store) => sendInvites(store, context, { emails, role, plans }));
  },
});

export const resendInvite = defineOperation({
  name: "resendInvite",
  method: "POST",
  path: "/api/invite/:id/resend",
  summary: "Resend an invitation. The link sent before stops working.",
  access: { permission: "admin", state: "subscribed" },
  needsOwnSession: true,
  keyScope: "invites:write",
  input: idForm,
  output: sentShape,
  refusesImpersonator: true,
  async run({ id }, context) {
    const plans = await findSeatPlans(context.app.store, requireViewer(context).subscription);
    const { email } = await getInvite(context.app.store, context, id);
    return toSentReply(context, [email], async (store) => {
      await requireRole(store, context, "admin");
      const { role } = await getInvite(store, context, id);
      return sendInvites(store, context, { emails: [email], role, plans });
    });
  },
});

export const revokeInvite = defineOperation({
  name: "revokeInvite",
  method: "DELETE",
  path: "/api/invite/:id",
  summary: "Revoke an invitation. Its link stops working.",
  access: { permission: "admin", state: "verified" },
  needsOwnSession: true,
  keyScope: "invites:write",
  input: idForm,
  output: z.object({}),
  refusesImpersonator: true,
  async run({ id }, context) {
    const { account } = requireViewer(context);
    await context.app.store.transaction(async (store) => {
      await requireRole(store, context, "admin");
      const invite = await findInvite(store, { id, accountId: account.id });
      if (!invite || !(await deleteInvite(store, invite)))
        throw new AppError("not_found", "errors:not_found");
      await recordAudit(store, context, { action: "invite_revoked", target: invite.email });
    });
    return { data: {}, message: "team:invite.revoked" };
  },
});

export function toInviteResponse(invite: InviteRow): InviteView {
  return {
    id: invite.id,
    email: invite.email,
    date_sent: invite.sentAt.toISOString(),
    permission: invite.role,
    expired: invite.expiresAt <= new Date(),
  };
}

/** Whether the page offers the invitation form: inviting needs an active subscription. */
export function canInvite(viewer: Viewer): boolean {
  return !isLapsed(viewer);
}

/** Returns an invitation of the caller's account. Throws not_found for every other id. */
async function getInvite(store: Store, context: Context, id: string): Promise<InviteRow> {
  const accountId = requireViewer(context).account.id;
  const invite = await findInvite(store, { id, accountId });
  if (!invite) throw new AppError("not_found", "errors:not_found");
  return invite;
}

async function toSentReply(
  context: Context,
  emails: readonly string[],
  work: (store: Store) => Promise<SentInvites>,
): Promise<Reply<z.infer<typeof sentShape>>> {
  const result = await sendWithinLimits(context, emails, work);
  const { invites, skipped } = result;
  return { data: { invites: invites.map(toInviteResponse), skipped }, message: toSentMessage(result) };
}

/** Runs `work`, which sends invitations to these emails, in a transaction. Throws too_many for a mailbox that has had enough. */
export async function sendWithinLimits<T>(
  { app }: Context,
  emails: readonly string[],
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const mails = emails.map((email) => ({ limit: INVITE_MAIL_LIMIT, subject: toMailbox(email) }));
  await consumeAll(app.limiter, mails);
  return app.store.transaction(work).catch(async (failure: unknown) => {
    await refundAll(app.limiter, mails);
    throw failure;
  });
}

/** The message travels in a cookie of 4 kB, with the emails of a whole call. */
const shortenEmail = (email: string) => shortenText(email, EMAIL_IN_MESSAGE_MAX_LENGTH);

/** The message lists new invitations, resent ones and existing members; empty lists are left out. */
function toSentMessage({ invites, resent, skipped }: SentInvites): KeyedMessage {
  const emails = {
    sent: invites.map(({ email }) => email).filter((email) => !resent.includes(email)),
    again: resent,
    members: skipped,
  };
  const named = Object.entries(emails).filter(([, listed]) => listed.length > 0);
  const values = Object.fromEntries(
    named.map(([name, listed]) => [name, listed.map(shortenEmail).join(", ")]),
  );
  const kinds = named.map(([name]) => name).join("_") as keyof Texts["team"]["invite"]["result"];
  return toMessage(`team:invite.result.${kinds}`, values);
}
