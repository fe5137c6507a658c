/** Deletes users who never verified their email, with the accounts that only they belong to. */
import { UNVERIFIED_BATCH } from "~/domain/limits";
import { deleteAccounts } from "~/models/account.server";
import { deleteAccountData, deleteUsers } from "~/models/belongings.server";
import { listMembers, listMembershipsOfUsers } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listPaidAccountIds } from "~/models/subscription.server";
import { listStaleUsers, listUsers, type UserRow } from "~/models/user.server";

/** How many users were deleted, and the files of their avatars, which the caller deletes. */
interface DeletedUsers {
  count: number;
  files: string[];
}

/**
 * Deletes users who signed up before `signedUpBefore` and are still unverified, in batches. A user whose account has
 * other members or a subscription at the payment provider stays, because the account is not theirs alone.
 */
export async function deleteUnverifiedUsers(
  store: Store,
  signedUpBefore: Date,
  isStopped: () => boolean,
): Promise<DeletedUsers> {
  const deleted: DeletedUsers = { count: 0, files: [] };
  let after: UserRow | undefined;
  while (!isStopped()) {
    const page = await listStaleUsers(store, { before: signedUpBefore, after });
    const ids = page.map(({ id }) => id);
    const users = await store.transaction((inner) => deleteBatch(inner, ids));
    deleted.count += users.length;
    deleted.files.push(...users.flatMap(({ avatar }) => avatar ?? []));
    after = page.at(-1);
    if (page.length < UNVERIFIED_BATCH) break;
  }
  return deleted;
}

async function deleteBatch(store: Store, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  // The rows are locked until the end: a user who verifies now waits and is deleted, or was earlier and is not found here.
  const users = await listUsers(store, { ids, isUnverified: true });
  const memberships = await listMembershipsOfUsers(store, { userIds: ids, limit: MEMBERSHIPS_MAX });
  const owned = memberships.filter(({ role }) => role === "owner").map(({ accountId }) => accountId);
  const keptIds = await findSharedOrPaidAccounts(store, owned, ids);
  const keptUsers = new Set(
    memberships.filter(({ accountId }) => keptIds.has(accountId)).map(({ userId }) => userId),
  );
  const leaving = users.filter(({ id }) => !keptUsers.has(id));
  const leavingIds = new Set(leaving.map(({ id }) => id));
  const accountIds = memberships
    .filter(({ role, userId }) => role === "owner" && leavingIds.has(userId))
    .map(({ accountId }) => accountId);
  await deleteUsers(store, leaving);
  await deleteAccountData(store, { accountIds });
  await deleteAccounts(store, { ids: accountIds });
  return leaving;
}

/** More memberships than a batch of unverified users has. */
const MEMBERSHIPS_MAX = 10 * UNVERIFIED_BATCH;

/** Which of these accounts have other members, or a subscription at the payment provider. */
async function findSharedOrPaidAccounts(
  store: Store,
  accountIds: readonly string[],
  ownerIds: readonly string[],
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const members = await listMembers(store, { accountIds, limit: MEMBERSHIPS_MAX });
  const paid = await listPaidAccountIds(store, { accountIds });
  const others = members.filter(({ userId }) => !ownerIds.includes(userId));
  return new Set([...others.map(({ accountId }) => accountId), ...paid]);
}
