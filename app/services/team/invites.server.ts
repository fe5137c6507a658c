/** Inviting: the addresses, the mail, the seats of the plan, and taking an invitation back. Spec §5, §7. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { isPaidUp } from "~/domain/guard";
import { idForm, inviteForm } from "~/domain/forms/team";
import { toMailbox } from "~/domain/mailbox";
import { say, type Message } from "~/domain/messages";
import { INVITE_MAIL_LIMIT } from "~/domain/rate-limits";
import { ASSIGNABLE_ROLES } from "~/domain/roles";
import { deleteInvite, findInvite, type InviteRow } from "~/models/invite.server";
import { findPlan, listActivePlans, type PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import { recordAudit } from "../platform/audit/audit.server";
import { sendInvites, type Sent } from "./send-invites.server";
import { giveAllBack, takeAll } from "../platform/rate-limits/limiter.server";
import { operation, viewerOfContext, type Context, type Reply } from "../platform/operation.server";
import { requireRole } from "./require-role.server";
import { standingOf, type Viewer } from "../platform/viewer.server";

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

export const createInvites = operation({
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
    const plans = await plansFor(context);
    return sent(context, emails, (store) => sendInvites(store, context, { emails, role, plans }));
  },
});

export const resendInvite = operation({
  name: "resendInvite",
  method: "POST",
  path: "/api/invite/:id/resend",
  summary: "Resend an invitation. The link sent before stops working.",
  access: { permission: "admin", state: "subscribed" },
  input: idForm,
  output: sentShape,
  async run({ id }, context) {
    const plans = await plansFor(context);
    const { email } = await getInvite(context.app.store, context, id);
    return sent(context, [email], async (store) => {
      await requireRole(store, context, "admin");
      const { role } = await getInvite(store, context, id);
      return sendInvites(store, context, { emails: [email], role, plans });
    });
  },
});

export const revokeInvite = operation({
  name: "revokeInvite",
  method: "DELETE",
  path: "/api/invite/:id",
  summary: "Revoke an invitation. Its link stops working.",
  access: { permission: "admin", state: "verified" },
  input: idForm,
  output: z.object({}),
  async run({ id }, context) {
    const { account } = viewerOfContext(context);
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

export function inviteOnWire(invite: InviteRow): InviteView {
  return {
    id: invite.id,
    email: invite.email,
    date_sent: invite.sentAt.toISOString(),
    permission: invite.role,
    expired: invite.expiresAt <= new Date(),
  };
}

/** Whether the page may offer to invite: nobody is invited to an account whose subscription is not in order. */
export function mayInvite(viewer: Viewer): boolean {
  const standing = standingOf(viewer);
  return standing !== null && isPaidUp(standing);
}

/** Read before the transaction, which would keep others from the plans. */
async function plansFor(context: Context): Promise<{ current: PlanRow | null; offered: PlanRow[] }> {
  const { store } = context.app;
  const { subscription } = viewerOfContext(context);
  const planId = subscription?.planId ?? null;
  return {
    current: planId === null ? null : await findPlan(store, { id: planId }),
    offered: await listActivePlans(store),
  };
}

/** Of this account; throws not_found. */
async function getInvite(store: Store, context: Context, id: string): Promise<InviteRow> {
  const accountId = viewerOfContext(context).account.id;
  const invite = await findInvite(store, { id, accountId });
  if (!invite) throw new AppError("not_found", "errors:not_found");
  return invite;
}

async function sent(
  { app }: Context,
  emails: readonly string[],
  work: (store: Store) => Promise<Sent>,
): Promise<Reply<z.infer<typeof sentShape>>> {
  const mails = emails.map((email) => ({ limit: INVITE_MAIL_LIMIT, subject: toMailbox(email) }));
  await takeAll(app.limiter, mails);
  const result = await app.store.transaction(work).catch(async (failure: unknown) => {
    await giveAllBack(app.limiter, mails);
    throw failure;
  });
  app.outbox.wake();
  const { invites, skipped } = result;
  return { data: { invites: invites.map(inviteOnWire), skipped }, message: toSentMessage(result) };
}

/** Names the new invitations, those sent again and the members, each where there are any. */
function toSentMessage({ invites, resent, skipped }: Sent): Message {
  const emails = {
    sent: invites.map(({ email }) => email).filter((email) => !resent.includes(email)),
    again: resent,
    members: skipped,
  };
  const named = Object.entries(emails).filter(([, listed]) => listed.length > 0);
  const values = Object.fromEntries(named.map(([name, listed]) => [name, listed.join(", ")]));
  return say(`team:invite.result.${named.map(([name]) => name).join("_")}`, values);
}
