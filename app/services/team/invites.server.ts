/** Inviting: the addresses, the mail, the seats of the plan, and taking an invitation back. Spec §5, §7. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { hasActiveSubscription } from "~/domain/guard";
import { idForm, inviteForm } from "~/domain/forms/team";
import { toMailbox } from "~/domain/text";
import type { Texts } from "~/domain/message-keys";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { INVITE_MAIL_LIMIT } from "~/domain/rate-limits";
import { ASSIGNABLE_ROLES } from "~/domain/roles";
import { deleteInvite, findInvite, type InviteRow } from "~/models/invite.server";
import { findPlan, listActivePlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { recordAudit } from "../platform/audit/audit.server";
import { sendInvites, type Sent } from "./send-invites.server";
import { refundAll, consumeAll } from "../platform/rate-limits/limiter.server";
import { defineOperation, requireViewer, type Context, type Reply } from "../platform/operation.server";
import { requireRole } from "./require-role.server";
import { toAccessState, type Viewer } from "../platform/viewer.server";

/** Spec §3 "Invite". The id is no secret: the link in the mail has another. */
export const inviteShape = z.object({
  id: z.string(),
  email: z.string(),
  date_sent: z.iso.datetime(),
  permission: z.enum(ASSIGNABLE_ROLES),
  /** Its link works no more; sent again, it has another. */
  expired: z.boolean(),
});

export type InviteView = z.infer<typeof inviteShape>;

const sentShape = z.object({
  invites: z.array(inviteShape),
  /** Addresses of people who are members already. */
  skipped: z.array(z.string()),
});

export const createInvites = defineOperation({
  name: "createInvites",
  method: "POST",
  path: "/api/invite",
  summary:
    "Invite people by email: one address, or several separated by commas. Anyone invited before gets a new link, and " +
    "the old one stops working. Anyone who is already a member is skipped.",
  access: { permission: "admin", state: "subscribed" },
  input: inviteForm,
  output: sentShape,
  refusesImpersonator: true,
  async run({ email: emails, permission: role }, context) {
    const plans = await findPlans(context);
    return toSentReply(context, emails, (store) => sendInvites(store, context, { emails, role, plans }));
  },
});

export const resendInvite = defineOperation({
  name: "resendInvite",
  method: "POST",
  path: "/api/invite/:id/resend",
  summary: "Resend an invitation. The link sent before stops working.",
  access: { permission: "admin", state: "subscribed" },
  input: idForm,
  output: sentShape,
  async run({ id }, context) {
    const plans = await findPlans(context);
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
  input: idForm,
  output: z.object({}),
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

/** Whether the page may offer to invite: nobody is invited to an account whose subscription is not in order. */
export function canInvite(viewer: Viewer): boolean {
  const accessState = toAccessState(viewer);
  return accessState !== null && hasActiveSubscription(accessState);
}

/** Read before the transaction, which would keep others from the plans. */
async function findPlans(context: Context): Promise<{ current: PlanRow | null; offered: PlanRow[] }> {
  const { store } = context.app;
  const { subscription } = requireViewer(context);
  const planId = subscription?.planId ?? null;
  return {
    current: planId === null ? null : await findPlan(store, { id: planId }),
    offered: await listActivePlans(store),
  };
}

/** Of this account; throws not_found. */
async function getInvite(store: Store, context: Context, id: string): Promise<InviteRow> {
  const accountId = requireViewer(context).account.id;
  const invite = await findInvite(store, { id, accountId });
  if (!invite) throw new AppError("not_found", "errors:not_found");
  return invite;
}

async function toSentReply(
  { app }: Context,
  emails: readonly string[],
  work: (store: Store) => Promise<Sent>,
): Promise<Reply<z.infer<typeof sentShape>>> {
  const mails = emails.map((email) => ({ limit: INVITE_MAIL_LIMIT, subject: toMailbox(email) }));
  await consumeAll(app.limiter, mails);
  const result = await app.store.transaction(work).catch(async (failure: unknown) => {
    await refundAll(app.limiter, mails);
    throw failure;
  });
  app.outbox.wake();
  const { invites, skipped } = result;
  return { data: { invites: invites.map(toInviteResponse), skipped }, message: toSentMessage(result) };
}

/** Names the new invitations, those sent again and the members, each where there are any. */
function toSentMessage({ invites, resent, skipped }: Sent): KeyedMessage {
  const emails = {
    sent: invites.map(({ email }) => email).filter((email) => !resent.includes(email)),
    again: resent,
    members: skipped,
  };
  const named = Object.entries(emails).filter(([, listed]) => listed.length > 0);
  const values = Object.fromEntries(named.map(([name, listed]) => [name, listed.join(", ")]));
  const kinds = named.map(([name]) => name).join("_") as keyof Texts["team"]["invite"]["result"];
  return toMessage(`team:invite.result.${kinds}`, values);
}
