/** The data of the pages about members besides the memberships: users and second factors, in one statement. */
import { inviteEntity, type InviteRow } from "./invite.server";
import { membershipEntity, type MembershipRow } from "./membership.server";
import type { Store } from "./store/store";
import { twoFactorEntity, type TwoFactorRow } from "./two-factor.server";
import { userEntity, type UserRow } from "./user.server";

export interface MemberDetails {
  users: ShownUser[];
  /** Of those users, the ones that are enabled. */
  twoFactors: Pick<TwoFactorRow, "id">[];
}

const SHOWN_FIELDS = [
  "id",
  "name",
  "email",
  "avatar",
  "verifiedAt",
  "lastSignInAt",
  "passwordHash",
  "isMaster",
  "supportUntil",
  "defaultAccountId",
] as const satisfies readonly (keyof UserRow)[];

/** The fields of a user that are shown. */
export type ShownUser = Pick<UserRow, (typeof SHOWN_FIELDS)[number]>;

/** The users of a page of members, and their second factors. */
export function readMemberDetails(
  store: Store,
  { userIds }: { userIds: readonly string[] },
): Promise<MemberDetails> {
  return store.findTogether(createUserLookups(userIds));
}

/** The account's member with this user id, or its invitation with this id. Null, and no details, without one. */
export async function findMemberOrInvite(
  store: Store,
  { accountId, id }: { accountId: string; id: string },
): Promise<MemberDetails & { membership: MembershipRow | null; invites: InviteRow[] }> {
  const { memberships, ...details } = await store.findTogether({
    ...createUserLookups([id]),
    memberships: { entity: membershipEntity, where: { userId: id, accountId } },
    invites: { entity: inviteEntity, where: { id, accountId } },
  });
  const [membership = null] = memberships;
  return membership
    ? { ...details, membership }
    : { users: [], twoFactors: [], invites: details.invites, membership };
}

/** Those of these ids that are members of the account, as users, or its invitations. */
export async function findChosen(
  store: Store,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<{ memberships: MembershipRow[]; users: UserRow[]; invites: InviteRow[] }> {
  const { memberships, users, invites } = await store.findTogether({
    memberships: { entity: membershipEntity, where: { accountId, userId: { in: ids } } },
    users: { entity: userEntity, where: { id: { in: ids } } },
    invites: { entity: inviteEntity, where: { accountId, id: { in: ids } } },
  });
  const members = new Set(memberships.map(({ userId }) => userId));
  return { memberships, users: users.filter(({ id }) => members.has(id)), invites };
}

const createUserLookups = (userIds: readonly string[]) =>
  ({
    users: {
      entity: userEntity,
      where: { id: { in: userIds } },
      fields: SHOWN_FIELDS,
      limit: Math.max(1, userIds.length),
    },
    twoFactors: {
      entity: twoFactorEntity,
      where: { id: { in: userIds }, secret: { not: null } },
      fields: ["id"],
      limit: Math.max(1, userIds.length),
    },
  }) as const;
