/** One action on several rows of the list of members: all that it fits, and a plain answer about the others. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { memberActionForm } from "~/domain/forms/members";
import { NAME_IN_MESSAGE_MAX_LENGTH, NAMES_IN_MESSAGE, type MemberAction } from "~/domain/members";
import type { Locale } from "~/domain/locales";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { FIRST_PAID_PLAN } from "~/domain/plans";
import type { AssignableRole } from "~/domain/roles";
import { shortenText } from "~/domain/text";
import { translator } from "~/i18n/translator.server";
import { deleteInvite, listInvitesById, type InviteRow } from "~/models/invite.server";
import { listMembersByUser, type MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listUsers } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { canInvite, sendWithinLimits } from "./invites.server";
import { readChosenRows } from "./member-list.server";
import { changeRole, endMember } from "./members.server";
import { findRefusal, requireRole, type Member } from "./require-role.server";
import { findSeatPlans } from "./require-seats.server";
import { sendInvites } from "./send-invites.server";

const severalShape = z.object({
  /** Ids of the rows that the action changed. */
  done: z.array(z.string()),
  /** Ids of the rows that stay as they are. */
  skipped: z.array(z.string()),
  /** The outcome of each: a member by name, an invitation by email, and null for an id that is neither. */
  results: z.array(z.object({ id: z.string(), name: z.string().nullable(), changed: z.boolean() })),
});

type Result = z.infer<typeof severalShape>["results"][number];

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
    // Before the action, which may delete the rows.
    const rows = await readChosenRows(context.app.store, requireViewer(context).account.id, ids);
    const done = await ACTIONS[action](context, { ids, permission });
    const changed = new Set(done.map(({ id }) => id));
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    const results = ids.map((id) => ({ id, name: names.get(id) ?? null, changed: changed.has(id) }));
    const skipped = ids.filter((id) => !changed.has(id));
    return {
      data: { done: [...changed], skipped, results },
      message: toResultMessage(action, results, context.locale),
    };
  },
});

interface Chosen {
  ids: readonly string[];
  permission: AssignableRole;
}

/** A row that was changed. */
interface Changed {
  id: string;
}

type Act = (context: Context, chosen: Chosen) => Promise<Changed[]>;

const ACTIONS: Record<MemberAction, Act> = {
  resend: resendSeveral,
  revoke: revokeSeveral,
  role: (context, { ids, permission }) =>
    changeMembers(context, ids, async (store, member) => {
      await changeRole(store, context, { member, permission });
    }),
  remove: (context, { ids }) =>
    changeMembers(context, ids, (store, member) => endMember(store, context, member)),
};

/** All or none: the account is locked, so that no role and no membership changes between the check and the change. */
function changeMembers(
  context: Context,
  ids: readonly string[],
  change: (store: Store, member: Member) => Promise<void>,
): Promise<Changed[]> {
  return context.app.store.transaction(async (store) => {
    const own = await requireRole(store, context, "admin");
    const members = await listChosenMembers(store, own, ids);
    const changeable = members.filter((member) => findRefusal(context, own, member) === null);
    for (const member of changeable) await change(store, member);
    return changeable.map(({ user }) => ({ id: user.id }));
  });
}

async function listChosenMembers(
  store: Store,
  { accountId }: MembershipRow,
  userIds: readonly string[],
): Promise<Member[]> {
  const memberships = await listMembersByUser(store, { accountId, userIds });
  const users = await listUsers(store, { ids: memberships.map(({ userId }) => userId) });
  const usersById = new Map(users.map((user) => [user.id, user]));
  return memberships.flatMap((membership) => {
    const user = usersById.get(membership.userId);
    return user ? [{ membership, user }] : [];
  });
}

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

/** Names what was changed, and what was not. */
function toResultMessage(action: MemberAction, results: readonly Result[], locale: Locale): KeyedMessage {
  const done = results.filter(({ changed }) => changed);
  const skipped = results.filter(({ changed }) => !changed);
  const values = { count: done.length, names: formatNames(done, locale) };
  if (skipped.length === 0) return toMessage(`team:bulk.done.${action}`, values);
  const skippedNames = formatNames(skipped, locale);
  if (done.length === 0) return toMessage("team:bulk.none", { skipped: skippedNames });
  return toMessage(`team:bulk.partly.${action}`, { ...values, skipped: skippedNames });
}

/** "Ada, Alan, Grace, and 3 more", in the reader's language. */
function formatNames(results: readonly Result[], locale: Locale): string {
  const { message } = translator(locale);
  const named = results.flatMap(({ name }) => name ?? []);
  const [more, gone] = [named.length - NAMES_IN_MESSAGE, results.length - named.length];
  return new Intl.ListFormat(locale).format([
    ...named.slice(0, NAMES_IN_MESSAGE).map((name) => shortenText(name, NAME_IN_MESSAGE_MAX_LENGTH)),
    ...(more > 0 ? [message(toMessage("team:bulk.more", { count: more }))] : []),
    ...(gone > 0 ? [message(toMessage("team:bulk.gone", { count: gone }))] : []),
  ]);
}
