/** The list of an account's members and open invitations, one page at a time. */
import { z } from "zod";
import { toAvatarUrl } from "~/domain/avatars";
import type { SearchPosition } from "~/domain/paging";
import { ROLES } from "~/domain/roles";
import { findInvite, listInvites } from "~/models/invite.server";
import { searchMembers, type MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listEnabledTwoFactors } from "~/models/two-factor.server";
import { listUsers, type UserRow } from "~/models/user.server";
import { toInviteResponse, type InviteView } from "./invites.server";
import { getMember } from "./require-role.server";

/** What admins see of a member. It reveals nothing outside of this account, such as the user's other accounts. */
export const memberShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  verified: z.boolean(),
  last_login: z.iso.datetime().nullable(),
  permission: z.enum(ROLES),
  /** When they joined. */
  date_created: z.iso.datetime(),
  "2fa_enabled": z.boolean(),
});
export type MemberView = z.infer<typeof memberShape>;

/**
 * Reads a page of members: the oldest first, or the matches of a search in the order of the searched text. The first
 * page also has the invitations, the newest first, whose email begins with the searched text.
 */
export async function readMembers(store: Store, accountId: string, at: SearchPosition) {
  const { rows, next, previous } = await searchMembers(store, { accountId, at });
  const invites = previous === null ? await listInvites(store, { accountId, search: at.search }) : [];
  return { users: await toMemberViews(store, rows), invites: invites.map(toInviteResponse), next, previous };
}

/** Returns one member as the list shows them. Throws not_found for every other id. */
export async function getMemberView(store: Store, accountId: string, userId: string): Promise<MemberView> {
  const { membership } = await getMember(store, accountId, userId);
  const [member] = await toMemberViews(store, [membership]);
  if (!member) throw new Error("a membership has no user");
  return member;
}

/** A row of the list: a member, or an invitation. */
export type MemberOrInvite = { kind: "member"; row: MemberView } | { kind: "invite"; row: InviteView };

/** Returns the row with this id. Throws not_found when it does not exist in this account. */
export async function getMemberOrInvite(
  store: Store,
  accountId: string,
  id: string,
): Promise<MemberOrInvite> {
  const invite = await findInvite(store, { id, accountId });
  if (invite) return { kind: "invite", row: toInviteResponse(invite) };
  return { kind: "member", row: await getMemberView(store, accountId, id) };
}

async function toMemberViews(store: Store, memberships: MembershipRow[]): Promise<MemberView[]> {
  const ids = memberships.map(({ userId }) => userId);
  const users = await listUsers(store, { ids });
  const factors = await listEnabledTwoFactors(store, { userIds: ids });
  const usersById = new Map(users.map((user) => [user.id, user]));
  const withFactor = new Set(factors.map(({ id }) => id));
  return memberships.flatMap((membership) => {
    const user = usersById.get(membership.userId);
    return user ? [toMemberResponse(membership, user, withFactor.has(user.id))] : [];
  });
}

function toMemberResponse({ role, createdAt }: MembershipRow, user: UserRow, hasFactor: boolean): MemberView {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    avatar: toAvatarUrl(user.avatar),
    verified: user.verifiedAt !== null,
    last_login: user.lastSignInAt?.toISOString() ?? null,
    permission: role,
    date_created: createdAt.toISOString(),
    "2fa_enabled": hasFactor,
  };
}
