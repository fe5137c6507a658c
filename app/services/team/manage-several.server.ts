/** One action on several rows of the list of members: all that it fits, and a plain answer about the others. */
import { AppError } from "~/domain/errors";
import { memberActionForm } from "~/domain/forms/members";
import type { MemberAction } from "~/domain/members";
import { FIRST_PAID_PLAN } from "~/domain/plans";
import type { AssignableRole } from "~/domain/roles";
import { deleteInvite, listInvitesById, type InviteRow } from "~/models/invite.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import {
  changeMembers,
  changeRoles,
  severalShape,
  toSeveralReply,
  type Changed,
} from "./change-members.server";
import { canInvite, sendWithinLimits } from "./invites.server";
import { endMember } from "./members.server";
import { requireRole } from "./require-role.server";
import { findSeatPlans } from "./require-seats.server";
import { sendInvites } from "./send-invites.server";

export const manageMembers = defineOperation({
  name: "manageMembers",
  method: "POST",
  path: "/api/account/users/actions",
  summary:
    "Resend or revoke several invitations, or change the role of several members or remove them. Ids that the action does " +
    "not fit are skipped: the owner, yourself, and everything that no longer exists. results names each of them.",
  access: { permission: "admin", state: "verified" },
  needsOwnSession: true,
  input: memberActionForm,
  output: severalShape,
  refusesImpersonator: true,
  async run({ ids, action, permission = "user" }, context) {
    return toSeveralReply(context, { ids, action }, () => ACTIONS[action](context, { ids, permission }));
  },
});

interface Chosen {
  ids: readonly string[];
  permission: AssignableRole;
}

type Act = (context: Context, chosen: Chosen) => Promise<Changed[]>;

const ACTIONS: Record<MemberAction, Act> = {
  resend: resendSeveral,
  revoke: revokeSeveral,
  role: (context, { ids, permission }) => changeRoles(context, ids, () => permission),
  remove: (context, { ids }) =>
    changeMembers(context, ids, async (store, member) => {
      await endMember(store, context, member);
      return {};
    }),
};

/** An invitation that is accepted meanwhile is skipped. */
function revokeSeveral(context: Context, { ids }: Chosen): Promise<Changed[]> {
  const { account } = requireViewer(context);
  return context.app.store.transaction(async (store) => {
    await requireRole(store, context, "admin");
    const revoked: Changed[] = [];
    for (const invite of await listInvitesById(store, { accountId: account.id, ids })) {
      if (!(await deleteInvite(store, invite))) continue;
      await recordAudit(store, context, { action: "invite_revoked", target: invite.email });
      revoked.push(invite);
    }
    return revoked;
  });
}

/** All or none. Throws plan_needed without free seats, and too_many beyond a limit of mails. */
async function resendSeveral(context: Context, { ids }: Chosen): Promise<Changed[]> {
  const { app } = context;
  const viewer = requireViewer(context);
  if (!canInvite(viewer)) {
    const plan = viewer.subscription?.planId ?? FIRST_PAID_PLAN;
    throw new AppError("plan_needed", "errors:subscription_lapsed", { plan });
  }
  const accountId = viewer.account.id;
  const plans = await findSeatPlans(app.store, viewer.subscription);
  const emails = (await listInvitesById(app.store, { accountId, ids })).map(({ email }) => email);
  return sendWithinLimits(context, emails, async (store) => {
    await requireRole(store, context, "admin");
    const sent: Changed[] = [];
    for (const [role, invites] of groupByRole(await listInvitesById(store, { accountId, ids }))) {
      const request = { emails: invites.map(({ email }) => email), role, plans };
      sent.push(...(await sendInvites(store, context, request)).invites);
    }
    return sent;
  });
}

function groupByRole(invites: readonly InviteRow[]): Map<AssignableRole, InviteRow[]> {
  const groups = new Map<AssignableRole, InviteRow[]>();
  for (const invite of invites) groups.set(invite.role, [...(groups.get(invite.role) ?? []), invite]);
  return groups;
}
