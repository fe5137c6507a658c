/** Removes users who never verified their email, with the accounts that only they are in. */
import { UNVERIFIED_BATCH } from "~/domain/limits";
import { deleteAccounts } from "~/models/account.server";
import { deleteAccountData, deleteUsers } from "~/models/belongings.server";
import { listMembers, listMembershipsOfUsers } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listPaidAccountIds } from "~/models/subscription.server";
import { listStaleUsers, listUsers, type UserRow } from "~/models/user.server";

/** Users who are gone, and the files of their pictures, which the caller removes. */
export interface DeletedUsers {
  count: number;
  files: string[];
}

/**
 * Removes users who signed up before `signedUpBefore` and are unverified still, in batches. A user whose account has
 * other members or a subscription at the payment provider stays: it is not theirs alone to lose.
 */
export async function deleteUnverifiedUsers(
  store: Store,
  signedUpBefore: Date,
  isStopped: () => boolean,
): Promise<DeletedUsers> {
  const removed: DeletedUsers = { count: 0, files: [] };
  let after: UserRow | undefined;
  while (!isStopped()) {
    const page = await listStaleUsers(store, { before: signedUpBefore, after });
    const ids = page.map(({ id }) => id);
    const deletedCount = await store.transaction((within) => removeBatch(within, ids));
    removed.count += deletedCount.length;
    removed.files.push(...deletedCount.flatMap(({ avatar }) => avatar ?? []));
    after = page.at(-1);
    if (page.length < UNVERIFIED_BATCH) break;
  }
  return removed;
}

async function removeBatch(store: Store, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  // Held until the end: a user who verifies meanwhile waits and is gone, or was first and is not found here.
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

/** More than a batch of users who never came far belongs to. */
const MEMBERSHIPS_MAX = 10 * UNVERIFIED_BATCH;

/** Which of these accounts have further members, or a subscription at the payment provider. */
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
