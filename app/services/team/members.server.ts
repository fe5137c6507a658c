/** The members of an account: listing them, changing a role, removing a member, and leaving. */
import * as z from "zod";
import { membersForm } from "~/domain/forms/members";
import { memberForm, removeMemberForm } from "~/domain/forms/team";
import { AppError } from "~/domain/errors";
import { canActAs, ROLES, type AssignableRole, type Role } from "~/domain/roles";
import { consumeAccountOffer, lockAccount } from "~/models/account.server";
import { deleteMembership, findMembership, updateRole, type MembershipRow } from "~/models/membership.server";
import { endSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { requestSeatSync } from "~/models/subscription.server";
import { revokeTokens } from "~/models/token.server";
import { clearDefaultAccount, type UserRow } from "~/models/user.server";
import { translator } from "~/i18n/translator.server";
import { recordAudit } from "../platform/audit/audit.server";
import { requireAsShown } from "../platform/changed-meanwhile.server";
import { endOverLimit } from "../platform/member-limit.server";
import { recordAccountEvent } from "../platform/account-events/record-account-event.server";
import { inviteShape } from "./invites.server";
import { memberShape, readMembers, type MemberOrInvite } from "./member-list.server";
import { requireManageable, type Member } from "./require-role.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { toAccountName, toNamedAccount } from "../platform/account-name.server";

export const listMembers = defineOperation({
  name: "listMembers",
  method: "GET",
  path: "/api/account/users",
  summary:
    "List the members and invitations, oldest first, or those whose name or email address begins with search. Filter by " +
    "status and role, and sort by any field of the list. To continue, send next as after.",
  access: { permission: "admin", state: "planned" },
  keyScope: "users:read",
  input: membersForm,
  output: z.object({
    users: z.array(memberShape),
    invites: z.array(inviteShape),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
  async run(query, context) {
    const account = toNamedAccount(requireViewer(context).account, context.locale);
    const { rows, ...pages } = await readMembers(context.app.store, { account, query });
    return { data: { ...splitRows(rows), ...pages } };
  },
});

/** In the list's order each, as the answer has them. */
function splitRows(rows: readonly MemberOrInvite[]) {
  return {
    users: rows.flatMap((listed) => (listed.kind === "member" ? [listed.row] : [])),
    invites: rows.flatMap((listed) => (listed.kind === "invite" ? [listed.row] : [])),
  };
}

export const updateMember = defineOperation({
  name: "updateMember",
  method: "PATCH",
  path: "/api/user/:id",
  summary:
    "Change a member's role. Not possible for the owner or for yourself. An offer of the account's ownership to the member " +
    "is withdrawn.",
  access: { permission: "admin", state: "verified" },
  needsOwnSession: true,
  keyScope: "users:write",
  input: memberForm,
  output: z.object({
    id: z.string(),
    permission: z.enum(ROLES),
    previous_permission: z.enum(ROLES),
    offer_withdrawn: z.boolean(),
  }),
  refusesImpersonator: true,
  async run({ id, permission }, context) {
    const changed = await context.app.store.transaction(async (store) => {
      const member = await requireManageable(store, context, id);
      requireAsShown(context, {
        stored: { permission: member.membership.role },
        wanted: { permission },
        toLabel: (_name, role) => translator(context.locale).t(`team:role.${role as Role}`),
      });
      const isOfferWithdrawn = await changeRole(store, context, { member, permission });
      return { previous_permission: member.membership.role, offer_withdrawn: isOfferWithdrawn };
    });
    return { data: { id, permission, ...changed }, message: "team:members.role_changed" };
  },
});

/** The fields of a form that undoes `updateMember`. Null when nothing has changed, and when an offer went with the role. */
export function toPreviousRole(changed: z.output<typeof updateMember.output>) {
  const { id, permission, previous_permission: previous, offer_withdrawn: isOfferWithdrawn } = changed;
  return previous === permission || isOfferWithdrawn ? null : { id, permission: previous };
}

export const removeMember = defineOperation({
  name: "removeMember",
  method: "DELETE",
  path: "/api/user/:id",
  summary:
    "Remove a member from this account, or leave it by giving your own id. Their other accounts are not affected.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  keyScope: "users:write",
  input: removeMemberForm,
  output: z.object({ signout: z.boolean() }),
  refusesImpersonator: true,
  async run({ id, confirmation }, context) {
    const { store } = context.app;
    const viewer = requireViewer(context);
    const { user: caller, key } = viewer;
    // Leaving is a decision of the member, not of a program that works for them.
    if (id === caller.id && !key) return leaveAccount(store, context, confirmation);
    // For a caller who is no admin, other members do not exist.
    if (!canActAs(viewer, "admin")) throw new AppError("not_found", "errors:not_found");
    await store.transaction(async (inner) => {
      await endMember(inner, context, await requireManageable(inner, context, id));
    });
    return { data: { signout: false }, message: "team:members.removed" };
  },
});

async function leaveAccount(store: Store, context: Context, confirmation: string | undefined) {
  const { user, account } = requireViewer(context);
  if (confirmation !== undefined && confirmation.trim() !== toAccountName(account, context.locale)) {
    throw new AppError("invalid", "team:leave.not_the_name", { inputError: "confirmation" });
  }
  await store.transaction(async (inner) => {
    await lockAccount(inner, { id: account.id });
    const membership = await findMembership(inner, { userId: user.id, accountId: account.id });
    if (!membership) throw new AppError("not_found", "errors:not_found");
    if (membership.role === "owner") throw new AppError("forbidden", "team:leave.owner");
    await endMembership(inner, membership, { user, reason: "left" });
    await recordAudit(inner, context, { action: "member_left", target: user.email });
  });
  return {
    data: { signout: true },
    message: "team:leave.done" as const,
    session: { kind: "ended" } as const,
  };
}

/**
 * Gives a member another role, in the caller's transaction. Returns whether this has withdrawn an offer of ownership.
 * Throws conflict when the role has changed since it was read.
 */
export async function changeRole(
  store: Store,
  context: Context,
  { member: { membership, user }, permission }: { member: Member; permission: AssignableRole },
): Promise<boolean> {
  if (membership.role === permission) return false;
  const isChanged = await updateRole(store, membership, permission);
  if (!isChanged) throw new AppError("conflict", "errors:conflict");
  const isOfferWithdrawn = await consumeAccountOffer(store, {
    id: membership.accountId,
    userId: user.id,
  });
  const data = { ...toUserData(user, permission), previous_role: membership.role };
  await recordAccountEvent(store, { accountId: membership.accountId, type: "user.role_changed", data });
  await recordAudit(store, context, { action: "role_changed", target: `${user.email}: ${permission}` });
  return isOfferWithdrawn;
}

/** Removes a member, in the caller's transaction. */
export async function endMember(store: Store, context: Context, { membership, user }: Member): Promise<void> {
  await endMembership(store, membership, { user, reason: "removed" });
  await recordAudit(store, context, { action: "member_removed", target: user.email });
}

/**
 * Ends the membership, in the caller's transaction, and everything that could still give access to the account by it:
 * sessions, tokens and an offer of ownership. The user keeps their other accounts; a user without any gets a new
 * account at the next sign-in. Throws conflict when a concurrent request has changed the membership.
 */
async function endMembership(
  store: Store,
  membership: MembershipRow,
  { user, reason }: { user: UserRow; reason: "removed" | "left" },
): Promise<void> {
  const { userId, accountId } = membership;
  if (!(await deleteMembership(store, membership))) throw new AppError("conflict", "errors:conflict");
  await endOverLimit(store, { accountId });
  await requestSeatSync(store, { accountIds: [accountId] });
  await endSessions(store, { userId, accountId });
  await revokeTokens(store, { userId, accountId });
  await clearDefaultAccount(store, { userIds: [userId], accountId });
  await consumeAccountOffer(store, { id: accountId, userId });
  const data = { ...toUserData(user, membership.role), reason };
  await recordAccountEvent(store, { accountId, type: "user.removed", data });
}

function toUserData({ id, name, email }: UserRow, role: Role) {
  return { id, name, email, role };
}
