/**
 * What deleting a user or an account deletes with them, collected from what each entity says of itself (`belongsTo`,
 * `keptWhenDeleted`): a new table is deleted with its owner, or says why not.
 */
import { endImpersonations } from "./session.server";
import { ENTITIES, type EntityName } from "./store/entities";
import type { Entity } from "./store/entity";
import type { Store } from "./store/store";
import type { UserRow } from "./user.server";

/** An entity whose rows go with their owner, and the field that holds the owner's id. */
export interface Belonging {
  entity: EntityName;
  field: string;
}

/**
 * Deletes these users with all that belongs to them. Runs in the caller's transaction, which holds the users' rows: a
 * request that signs one in, or makes one a member, waits and then finds no user. Deleting the files of their pictures
 * afterwards is the caller's.
 */
export async function deleteUsers(
  store: Store,
  users: readonly Pick<UserRow, "id" | "isMaster">[],
): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  const masterIds = users.filter(({ isMaster }) => isMaster).map(({ id }) => id);
  if (masterIds.length > 0) await endImpersonations(store, { masterIds });
  await deleteBelongings(store, listBelongings("user"), ids);
  await store.remove("users", { id: { in: ids } });
}

/**
 * Deletes what belongs to these accounts, in the caller's transaction. The members' rows and the accounts themselves
 * are the caller's to delete.
 */
export async function deleteAccountData(
  store: Store,
  { accountIds }: { accountIds: readonly string[] },
): Promise<void> {
  if (accountIds.length > 0) await deleteBelongings(store, listBelongings("account"), accountIds);
}

/** The entities whose rows go with their account, or their user, in the order of ENTITIES. */
export function listBelongings(owner: "account" | "user"): Belonging[] {
  return Object.entries<Pick<Entity<Record<string, unknown>>, "belongsTo" | "keptWhenDeleted">>(
    ENTITIES,
  ).flatMap(([entity, { belongsTo, keptWhenDeleted }]) => {
    const field = belongsTo?.[owner];
    if (field === undefined || keptWhenDeleted?.[owner] !== undefined) return [];
    return [{ entity: entity as EntityName, field }];
  });
}

async function deleteBelongings(
  store: Store,
  belongings: readonly Belonging[],
  ownerIds: readonly string[],
): Promise<void> {
  for (const { entity, field } of belongings) await store.remove(entity, { [field]: { in: ownerIds } });
}
