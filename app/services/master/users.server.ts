/** Mission control's list of users, and the details of one of them. */
import * as z from "zod";
import { toAgentMessage } from "~/domain/agents";
import { AppError } from "~/domain/errors";
import { masterUsersForm, userForm } from "~/domain/forms/master-lists";
import { SESSIONS_MAX } from "~/domain/limits";
import { MASTER_USER_FILTERS, MASTER_USER_SORTS } from "~/domain/mission-control";
import { findOption, SORT_DIRECTIONS, type SearchPosition } from "~/domain/paging";
import { ROLES } from "~/domain/roles";
import { translator } from "~/i18n/translator.server";
import { listAccounts } from "~/models/account.server";
import { listLogins, type LoginRow } from "~/models/login.server";
import { countAccountsByUser, listMemberships } from "~/models/membership.server";
import { listOwnSessions, type SessionRow } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { searchUsers } from "~/models/user-list.server";
import { isSupportAllowed } from "../users/support-access.server";
import { defineOperation } from "../platform/operation.server";
import { toNamedAccount } from "../platform/account-name.server";

/** The most sign-ins that a user's page lists. */
const SIGN_INS_SHOWN = 20;

export const masterUserShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  master: z.boolean(),
  accounts: z.number().int(),
  support_until: z.iso.datetime().nullable(),
  last_login: z.iso.datetime().nullable(),
  date_created: z.iso.datetime(),
});
type FoundUser = z.infer<typeof masterUserShape>;

const usersShape = z.object({
  users: z.array(masterUserShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

const accountShape = z.object({ id: z.string(), name: z.string(), permission: z.enum(ROLES) });

const placeShape = z.object({ agent: z.string(), address: z.string(), date: z.iso.datetime() });

const userDetailsShape = z.object({
  user: masterUserShape,
  accounts: z.array(accountShape),
  /** Where they are signed in; `date` is when the session was last used. */
  sessions: z.array(placeShape),
  /** The browsers and networks that they have signed in from; `date` is the first sign-in, or the last renewal. */
  sign_ins: z.array(placeShape),
});
type UserDetails = z.infer<typeof userDetailsShape>;

export const listPeople = defineOperation({
  name: "listPeople",
  method: "GET",
  path: "/api/master/users",
  summary:
    "Find people by the beginning of their name or email address, or by a status (verified, unverified, master, support). " +
    "Without both, all of them, newest first, or sorted by name, last_login or created.",
  access: { permission: "master", state: "verified" },
  input: masterUsersForm,
  output: usersShape,
  run: async (query, context) => ({ data: await readMasterUsers(context.app.store, query) }),
});

export const getPerson = defineOperation({
  name: "getPerson",
  method: "GET",
  path: "/api/master/users/:id",
  summary: "Read what mission control shows about a person: accounts and roles, sessions, and sign-ins.",
  access: { permission: "master", state: "verified" },
  input: userForm,
  output: userDetailsShape,
  run: async ({ id }, context) => ({ data: await readMasterUser(context.app.store, id, context.locale) }),
});

type UserQuery = SearchPosition & Partial<Record<"status" | "sort" | "direction", string>>;

/** A page of users. An unknown status or order counts as none. */
export async function readMasterUsers(
  store: Store,
  { status, sort, direction, ...at }: UserQuery,
): Promise<z.infer<typeof usersShape>> {
  const { rows, next, previous } = await searchUsers(store, {
    ...at,
    filter: findOption(MASTER_USER_FILTERS, status),
    sort: findOption(MASTER_USER_SORTS, sort),
    direction: findOption(SORT_DIRECTIONS, direction) ?? "asc",
  });
  const accounts = await countAccountsByUser(store, { userIds: rows.map(({ id }) => id) });
  return { users: rows.map((row) => toUserResponse(row, accounts.get(row.id) ?? 0)), next, previous };
}

/** A user with their accounts, 100 at most. Throws not_found. */
export async function readUserAccounts(
  store: Store,
  userId: string,
  locale: string,
): Promise<{ user: FoundUser; accounts: UserDetails["accounts"] }> {
  const user = await findUser(store, { id: userId });
  if (!user) throw new AppError("not_found", "errors:not_found");
  const memberships = await listMemberships(store, { userId });
  const rows = await listAccounts(store, { ids: memberships.map(({ accountId }) => accountId) });
  const roles = new Map(memberships.map(({ accountId, role }) => [accountId, role]));
  const accounts = rows.map((row) => ({
    ...toNamedAccount(row, locale),
    permission: roles.get(row.id) ?? "user",
  }));
  return { user: toUserResponse(user, memberships.length), accounts };
}

/** `locale` is the reader's, for the names of browsers and accounts. Throws not_found. */
export async function readMasterUser(store: Store, userId: string, locale: string): Promise<UserDetails> {
  const [found, sessions, logins] = await Promise.all([
    readUserAccounts(store, userId, locale),
    listOwnSessions(store, { userId, limit: SESSIONS_MAX }),
    listLogins(store, { userId, limit: SIGN_INS_SHOWN }),
  ]);
  const now = new Date();
  const live = sessions.filter((session) => session.expiresAt > now && session.idleExpiresAt > now);
  return {
    ...found,
    sessions: live.map((row) => toPlace(row, row.lastSeenAt, locale)),
    sign_ins: logins.map((row) => toPlace(row, row.createdAt, locale)),
  };
}

function toPlace({ agent, ip }: SessionRow | LoginRow, date: Date, locale: string) {
  return { agent: translator(locale).message(toAgentMessage(agent)), address: ip, date: date.toISOString() };
}

function toUserResponse(row: UserRow, accounts: number): FoundUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    verified: row.verifiedAt !== null,
    master: row.isMaster,
    accounts,
    support_until: isSupportAllowed(row) ? (row.supportUntil?.toISOString() ?? null) : null,
    last_login: row.lastSignInAt?.toISOString() ?? null,
    date_created: row.createdAt.toISOString(),
  };
}
