/** Whether the rows of the database belong together, and whether what was answered is among them. */
import { ANY_ENTITIES } from "~/models/all-entities";
import { accountEntity } from "~/models/account.server";
import { apiKeyEntity } from "~/models/api-key.server";
import { eventEntity } from "~/models/event.server";
import { inviteEntity } from "~/models/invite.server";
import { membershipEntity } from "~/models/membership.server";
import type { Entity, StoredRow } from "~/models/store/entity";
import type { Store } from "~/models/store/store";
import { userEntity } from "~/models/user.server";
import type { Facts } from "../traffic/traffic";

const ROWS_MAX = 100_000;

/**
 * Returns the broken rules: one owner for each account, rows of accounts and users that exist, and one user for an email. May be
 * called under traffic: what others refer to is read after them.
 */
export async function checkRows(store: Store): Promise<string[]> {
  const accounts = await listAll(store, accountEntity);
  const memberships = await listAll(store, membershipEntity);
  const owners = countBy(
    memberships.filter(({ role }) => role === "owner"),
    ({ accountId }) => accountId,
  );
  const references = await listReferences(store);
  const users = await listAll(store, userEntity);
  const known = {
    account: new Set((await listAll(store, accountEntity)).map(({ id }) => id)),
    user: new Set(users.map(({ id }) => id)),
  };
  return [
    ...accounts.filter(({ id }) => owners.get(id) !== 1).map(({ id }) => `account ${id}: not one owner`),
    ...[...countBy(users, ({ email }) => email)]
      .filter(([, count]) => count > 1)
      .map(([email]) => `${email} exists twice`),
    ...references
      .filter(({ owner, id }) => !known[owner].has(id))
      .map(({ row, owner }) => `${row}: its ${owner} is missing`),
  ];
}

type AnyRow = Record<string, unknown>;

interface Reference {
  row: string;
  owner: "account" | "user";
  id: string;
}

/** Their tokens are made before there is a user. */
const WITHOUT_USER = ["social", "first_master", "passkey"];

async function listReferences(store: Store): Promise<Reference[]> {
  const references: Reference[] = [];
  for (const [name, entity] of Object.entries(ANY_ENTITIES)) {
    const owners = Object.entries(entity.belongsTo ?? {}) as [Reference["owner"], string][];
    if (owners.length === 0) continue;
    const rows = (await listAll(store, entity as unknown as Entity<StoredRow>)) as unknown as AnyRow[];
    const owned = rows.filter(({ kind }) => !WITHOUT_USER.includes(String(kind)));
    references.push(...owned.flatMap((row) => toReferences(name, row, owners)));
  }
  return references;
}

function toReferences(name: string, row: AnyRow, owners: [Reference["owner"], string][]): Reference[] {
  return owners.flatMap(([owner, field]) => {
    const id = row[field];
    return typeof id === "string" ? [{ row: `${name} ${String(row.id)}`, owner, id }] : [];
  });
}

/** Returns what was answered with success and is not stored. */
export async function findLost(store: Store, facts: Facts): Promise<string[]> {
  const people = [...facts.signedUp, ...facts.joined];
  const [invitations, recorded, made] = [[...facts.invitations], [...facts.events], [...facts.keys]];
  // An invitation that is accepted meanwhile is a user then.
  const invited = new Set((await listAll(store, inviteEntity)).map(({ email }) => email));
  const users = new Set((await listAll(store, userEntity)).map(({ email }) => email));
  const events = (await listAll(store, eventEntity)).map(({ metadata }) => metadata ?? "").join();
  const keys = new Set((await listAll(store, apiKeyEntity)).map(({ name }) => name));
  const lost = (kind: string, all: readonly string[], isStored: (id: string) => boolean) =>
    all.filter((id) => !isStored(id)).map((id) => `${kind} ${id} is lost`);
  return [
    ...lost("the user", people, (email) => users.has(email)),
    ...lost("the invitation", invitations, (email) => invited.has(email) || users.has(email)),
    ...lost("the event", recorded, (id) => events.includes(id)),
    ...lost("the key", made, (name) => keys.has(name)),
  ];
}

/** Returns the tokens that were accepted more than once. */
export function checkTokens({ tokens }: Facts): string[] {
  return [...tokens].flatMap(([token, uses]) =>
    uses > 1 ? [`a link was used ${uses} times: ${token.slice(0, 8)}`] : [],
  );
}

/** Every row of the table. */
export function listAll<R extends StoredRow>(store: Store, entity: Entity<R>): Promise<R[]> {
  return store.find(entity, {}, { limit: ROWS_MAX });
}

function countBy<R>(rows: readonly R[], read: (row: R) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(read(row), (counts.get(read(row)) ?? 0) + 1);
  return counts;
}
