/**
 * Deletes the data of users and accounts, in all tables whose entity declares `belongsTo` and not `keptWhenDeleted`. So
 * a new table cannot be forgotten.
 */
import { listMembershipsOfUsers } from "./membership.server";
import { endImpersonations } from "./session.server";
import { ANY_ENTITIES } from "./all-entities";
import type { AnyEntity } from "./store/entity";
import type { Store } from "./store/store";
import { requestSeatSync } from "./subscription.server";
import { userEntity, type UserRow } from "./user.server";

/** An entity whose rows are deleted with their owner, and the field that contains the owner's id. */
export interface Belonging {
  entity: AnyEntity;
  field: string;
}

/**
 * Deletes these users with all their data. Runs in the caller's transaction, which has locked the users' rows: a request
 * that signs one of them in, or makes them a member, waits and then finds no user. The caller deletes the files of their
 * avatars afterwards.
 */
export async function deleteUsers(
  store: Store,
  users: readonly Pick<UserRow, "id" | "isMaster">[],
): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  const masterIds = users.filter(({ isMaster }) => isMaster).map(({ id }) => id);
  if (masterIds.length > 0) await endImpersonations(store, { masterIds });
  const memberships = await listMembershipsOfUsers(store, { userIds: ids, limit: MEMBERSHIPS_MAX });
  await deleteBelongings(store, listBelongings("user"), ids);
  await requestSeatSync(store, { accountIds: [...new Set(memberships.map(({ accountId }) => accountId))] });
  await store.remove(userEntity, { id: { in: ids } });
}

/** More memberships than the users of one transaction have. */
const MEMBERSHIPS_MAX = 10_000;

/**
 * Deletes the data of these accounts, in the caller's transaction. The caller deletes the memberships and the accounts
 * themselves.
 */
export async function deleteAccountData(
  store: Store,
  { accountIds }: { accountIds: readonly string[] },
): Promise<void> {
  if (accountIds.length > 0) await deleteBelongings(store, listBelongings("account"), accountIds);
}

/** The entities whose rows are deleted with their account, or their user, in the order of ENTITIES. */
export function listBelongings(owner: "account" | "user"): Belonging[] {
  return Object.values(ANY_ENTITIES).flatMap((entity) => {
    const field = entity.belongsTo?.[owner];
    return field === undefined || entity.keptWhenDeleted?.[owner] !== undefined ? [] : [{ entity, field }];
  });
}

async function deleteBelongings(
  store: Store,
  belongings: readonly Belonging[],
  ownerIds: readonly string[],
): Promise<void> {
  for (const { entity, field } of belongings) await store.remove(entity, { [field]: { in: ownerIds } });
}
