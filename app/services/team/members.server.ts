/** The members of an account: listing them, changing a role, removing a member, and leaving. */
import { z } from "zod";
import { searchForm } from "~/domain/paging";
import { memberForm, removeMemberForm } from "~/domain/forms/team";
import { AppError } from "~/domain/errors";
import { canActAs, ROLES } from "~/domain/roles";
import { consumeAccountOffer, lockAccount } from "~/models/account.server";
import { deleteMembership, findMembership, updateRole, type MembershipRow } from "~/models/membership.server";
import { endSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { revokeTokens } from "~/models/token.server";
import { clearDefaultAccount } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { inviteShape } from "./invites.server";
import { memberShape, readMembers } from "./member-list.server";
import { requireManageable } from "./require-role.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";

export const listMembers = defineOperation({
  name: "listMembers",
  method: "GET",
  path: "/api/account/users",
  summary:
    "List the members, oldest first, or those whose name or email address begins with search, and with the first page " +
    "the invitations. To continue, send next as after.",
  access: { permission: "admin", state: "planned" },
  input: searchForm,
  output: z.object({
    users: z.array(memberShape),
    invites: z.array(inviteShape),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
  async run(at, context) {
    const { account } = requireViewer(context);
    return { data: await readMembers(context.app.store, account.id, at) };
  },
});

export const updateMember = defineOperation({
  name: "updateMember",
  method: "PATCH",
  path: "/api/user/:id",
  summary: "Change a member's role. Not possible for the owner or for yourself.",
  access: { permission: "admin", state: "verified" },
  input: memberForm,
  output: z.object({ id: z.string(), permission: z.enum(ROLES) }),
  refusesImpersonator: true,
  async run({ id, permission }, context) {
    const { account } = requireViewer(context);
    await context.app.store.transaction(async (store) => {
      const { membership, user } = await requireManageable(store, context, id);
      if (membership.role === permission) return;
      const isChanged = await updateRole(store, membership, permission);
      if (!isChanged) throw new AppError("conflict", "errors:conflict");
      await consumeAccountOffer(store, { id: account.id, userId: id });
      await recordAudit(store, context, { action: "role_changed", target: `${user.email}: ${permission}` });
    });
    return { data: { id, permission }, message: "team:members.role_changed" };
  },
});

export const removeMember = defineOperation({
  name: "removeMember",
  method: "DELETE",
  path: "/api/user/:id",
  summary:
    "Remove a member from this account, or leave it by giving your own id. Their other accounts are not affected.",
  access: { permission: "user", state: "any" },
  input: removeMemberForm,
  output: z.object({ signout: z.boolean() }),
  refusesImpersonator: true,
  async run({ id, confirmation }, context) {
    const { store } = context.app;
    const { user: caller, permission } = requireViewer(context);
    if (id === caller.id) return leaveAccount(store, context, confirmation);
    // For a caller who is no admin, other members do not exist.
    if (!canActAs(permission, "admin")) throw new AppError("not_found", "errors:not_found");
    await store.transaction(async (inner) => {
      const { membership, user } = await requireManageable(inner, context, id);
      await endMembership(inner, membership);
      await recordAudit(inner, context, { action: "member_removed", target: user.email });
    });
    return { data: { signout: false }, message: "team:members.removed" };
  },
});

async function leaveAccount(store: Store, context: Context, confirmation: string | undefined) {
  const { user, account } = requireViewer(context);
  if (confirmation !== undefined && confirmation.trim() !== account.name) {
    throw new AppError("invalid", "team:leave.not_the_name", { inputError: "confirmation" });
  }
  await store.transaction(async (inner) => {
    await lockAccount(inner, { id: account.id });
    const membership = await findMembership(inner, { userId: user.id, accountId: account.id });
    if (!membership) throw new AppError("not_found", "errors:not_found");
    if (membership.role === "owner") throw new AppError("forbidden", "team:leave.owner");
    await endMembership(inner, membership);
    await recordAudit(inner, context, { action: "member_left", target: user.email });
  });
  return {
    data: { signout: true },
    message: "team:leave.done" as const,
    session: { kind: "ended" } as const,
  };
}

/**
 * Ends the membership, in the caller's transaction, and everything that could still give access to the account by it:
 * sessions, tokens and an offer of ownership. The user keeps their other accounts; a user without any gets a new
 * account at the next sign-in. Throws conflict when a concurrent request has changed the membership.
 */
async function endMembership(store: Store, membership: MembershipRow): Promise<void> {
  const { userId, accountId } = membership;
  if (!(await deleteMembership(store, membership))) throw new AppError("conflict", "errors:conflict");
  await endSessions(store, { userId, accountId });
  await revokeTokens(store, { userId, accountId });
  await clearDefaultAccount(store, { userIds: [userId], accountId });
  await consumeAccountOffer(store, { id: accountId, userId });
}
