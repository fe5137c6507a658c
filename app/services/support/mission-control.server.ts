/** Mission control, for masters only: finds users and accounts. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { searchForm, type SearchPosition } from "~/domain/paging";
import { listJoinedAccounts, searchAccounts } from "~/models/account.server";
import { countAccountsByUser, listMemberships } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, searchUsers, type UserRow } from "~/models/user.server";
import { toAccountResponses, accountShape } from "./account-list.server";
import { defineOperation } from "../platform/operation.server";
import { isSupportAllowed } from "../people/support-access.server";

const pageShape = { next: z.string().nullable(), previous: z.string().nullable() };

const userShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  accounts: z.number().int(),
  support_until: z.iso.datetime().nullable(),
  last_login: z.iso.datetime().nullable(),
  date_created: z.iso.datetime(),
});
export type FoundUser = z.infer<typeof userShape>;

const usersShape = z.object({ users: z.array(userShape), ...pageShape });
const accountsShape = z.object({ accounts: z.array(accountShape), ...pageShape });

export const listPeople = defineOperation({
  name: "listPeople",
  method: "GET",
  path: "/api/master/users",
  summary:
    "Find people by the beginning of their name or email address. Without a search, all of them, newest first.",
  access: { permission: "master", state: "verified" },
  input: searchForm,
  output: usersShape,
  run: async (search, context) => ({ data: await readPeople(context.app.store, search) }),
});

export const listCustomers = defineOperation({
  name: "listCustomers",
  method: "GET",
  path: "/api/master/accounts",
  summary: "Find accounts by the beginning of their name. Without a search, all of them, newest first.",
  access: { permission: "master", state: "verified" },
  input: searchForm,
  output: accountsShape,
  run: async (search, context) => ({ data: await readCustomers(context.app.store, search) }),
});

/** A page of users: the search results in the order of the searched column, or all users, newest first. */
export async function readPeople(store: Store, at: SearchPosition): Promise<z.infer<typeof usersShape>> {
  const { rows, next, previous } = await searchUsers(store, at);
  const userIds = rows.map(({ id }) => id);
  const accounts = await countAccountsByUser(store, { userIds });
  return { users: rows.map((row) => toUserResponse(row, accounts.get(row.id) ?? 0)), next, previous };
}

/** A page of accounts: the search results by name, or all accounts, newest first. */
export async function readCustomers(
  store: Store,
  at: SearchPosition,
): Promise<z.infer<typeof accountsShape>> {
  const { rows, next, previous } = await searchAccounts(store, at);
  return { accounts: await toAccountResponses(store, rows), next, previous };
}

/** A user with their accounts, for choosing the account to impersonate them in. Throws not_found. */
export async function getPerson(
  store: Store,
  userId: string,
): Promise<{ user: FoundUser; accounts: { id: string; name: string }[] }> {
  const user = await findUser(store, { id: userId });
  if (!user) throw new AppError("not_found", "errors:not_found");
  const memberships = await listMemberships(store, { userId });
  const accounts = await listJoinedAccounts(store, { memberships });
  return {
    user: toUserResponse(user, memberships.length),
    accounts: accounts.map(({ id, name }) => ({ id, name })),
  };
}

function toUserResponse(row: UserRow, accounts: number): FoundUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    verified: row.verifiedAt !== null,
    accounts,
    support_until: isSupportAllowed(row) ? (row.supportUntil?.toISOString() ?? null) : null,
    last_login: row.lastSignInAt?.toISOString() ?? null,
    date_created: row.createdAt.toISOString(),
  };
}
