/** The list of an account's members and open invitations, one page at a time. */
import * as z from "zod";
import { toAvatarUrl } from "~/domain/avatars";
import { AppError } from "~/domain/errors";
import { MEMBERS_PAGE_SIZE } from "~/domain/limits";
import type { MemberQuery } from "~/domain/members";
import { ROLES, type Role } from "~/domain/roles";
import {
  findChosen,
  findMemberOrInvite,
  readMemberDetails,
  type MemberDetails,
  type ShownUser,
} from "~/models/member-details.server";
import { listMembersAndInvites } from "~/models/member-list.server";
import type { MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { isSupportAllowed } from "../users/support-access.server";
import { toInviteResponse, type InviteView } from "./invites.server";
import type { NamedAccount } from "../platform/account-name.server";

/**
 * A member as admins see them. It reveals nothing outside of this account: `accounts` contains this account alone, and
 * `default_account` is null when it is another one.
 */
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
  has_password: z.boolean(),
  support_enabled: z.boolean(),
  account_name: z.string(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  default_account: z.string().nullable(),
});
export type MemberView = z.infer<typeof memberShape>;

/** Reads a page of members and invitations, in the order of the query. */
export async function readMembers(
  store: Store,
  { account, query, size = MEMBERS_PAGE_SIZE }: { account: NamedAccount; query: MemberQuery; size?: number },
) {
  const page = await listMembersAndInvites(store, { accountId: account.id, query, size });
  const memberships = page.rows.flatMap(({ kind, row }) => (kind === "member" ? [row] : []));
  const userIds = memberships.map(({ userId }) => userId);
  const details = userIds.length > 0 ? await readMemberDetails(store, { userIds }) : NO_DETAILS;
  const views = new Map(toMemberViews(memberships, details, account).map((view) => [view.id, view]));
  const rows = page.rows.flatMap((listed): MemberOrInvite[] => {
    if (listed.kind === "invite") return [{ kind: "invite", row: toInviteResponse(listed.row) }];
    const view = views.get(listed.row.userId);
    return view ? [{ kind: "member", row: view }] : [];
  });
  return { rows, next: page.next, previous: page.previous };
}

const NO_DETAILS = { users: [], twoFactors: [] };

/** Returns one member as the list shows them. Throws not_found for every other id. */
export async function getMemberView(store: Store, account: NamedAccount, id: string): Promise<MemberView> {
  const found = await getMemberOrInvite(store, account, id);
  if (found.kind !== "member") throw new AppError("not_found", "errors:not_found");
  return found.row;
}

/** A row of the list: a member, or an invitation. */
export type MemberOrInvite = { kind: "member"; row: MemberView } | { kind: "invite"; row: InviteView };

/** Returns the row with this id. Throws not_found when it does not exist in this account. */
export async function getMemberOrInvite(
  store: Store,
  account: NamedAccount,
  id: string,
): Promise<MemberOrInvite> {
  const { membership, invites, ...details } = await findMemberOrInvite(store, { accountId: account.id, id });
  const [invite] = invites;
  if (invite) return { kind: "invite", row: toInviteResponse(invite) };
  const [member] = toMemberViews(membership ? [membership] : [], details, account);
  if (!member) throw new AppError("not_found", "errors:not_found");
  return { kind: "member", row: member };
}

function toMemberViews(
  memberships: readonly MembershipRow[],
  { users, twoFactors }: MemberDetails,
  account: NamedAccount,
): MemberView[] {
  const usersById = new Map(users.map((user) => [user.id, user]));
  const withFactor = new Set(twoFactors.map(({ id }) => id));
  return memberships.flatMap((membership) => {
    const user = usersById.get(membership.userId);
    if (!user) return [];
    const hasFactor = withFactor.has(user.id);
    return [{ ...toMemberResponse(user, account, hasFactor), ...toMembershipResponse(membership) }];
  });
}

const toMembershipResponse = ({ role, createdAt }: MembershipRow) => ({
  permission: role,
  date_created: createdAt.toISOString(),
});

function toMemberResponse(user: ShownUser, { id, name }: NamedAccount, hasFactor: boolean) {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    avatar: toAvatarUrl(user.avatar),
    verified: user.verifiedAt !== null,
    last_login: user.lastSignInAt?.toISOString() ?? null,
    "2fa_enabled": hasFactor,
    has_password: user.passwordHash !== null,
    support_enabled: isSupportAllowed(user),
    account_name: name,
    accounts: [{ id, name }],
    default_account: user.defaultAccountId === id ? id : null,
  };
}

/** A row that was chosen from the list. */
interface ChosenRow {
  kind: "member" | "invite";
  id: string;
  /** The member's name; of an invitation its email. */
  name: string;
  permission: Role;
}

/** Reads the members and invitations of the account with these ids, and leaves out every other id. */
export async function readChosenRows(
  store: Store,
  accountId: string,
  ids: readonly string[],
): Promise<ChosenRow[]> {
  if (ids.length === 0) return [];
  const { memberships, users, invites } = await findChosen(store, { accountId, ids });
  const roles = new Map(memberships.map(({ userId, role }) => [userId, role]));
  return [
    ...users.map(({ id, name }) => ({
      kind: "member" as const,
      id,
      name,
      permission: roles.get(id) ?? "user",
    })),
    ...invites.map(({ id, email, role }) => ({ kind: "invite" as const, id, name: email, permission: role })),
  ];
}
