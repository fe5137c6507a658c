/** Where a user has signed in from, by kind of browser and network. A sign-in from a new place sends the user a mail. */
import { v7 as uuid } from "uuid";
import { LOGINS_MAX } from "~/domain/limits";
import { date, id, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface LoginRow {
  id: string;
  userId: string;
  /** SHA-256 of the kind of browser and the network, in hex. */
  deviceHash: string;
  /** The client's IP. */
  ip: string;
  agent: string;
  createdAt: Date;
}

export const loginEntity: Entity<LoginRow> = {
  table: "logins",
  belongsTo: { user: "userId" },
  fields: {
    id: id(),
    userId: id(),
    deviceHash: string(64),
    ip: string(64),
    agent: string(255),
    createdAt: date(),
  },
  unique: [["userId", "deviceHash"]],
  indexes: [["userId", "createdAt"], ["createdAt"]],
};

/** The user's earlier sign-in from this place; null without one. */
export function findLogin(
  store: Store,
  { userId, deviceHash }: Pick<LoginRow, "userId" | "deviceHash">,
): Promise<LoginRow | null> {
  return store.findOne(loginEntity, { userId, deviceHash });
}

/** Whether any place of the user is stored. */
export async function hasLogin(store: Store, { userId }: { userId: string }): Promise<boolean> {
  return (await store.findOne(loginEntity, { userId })) !== null;
}

/** The places that the user signs in from, newest first. */
export function listLogins(
  store: Store,
  { userId, limit }: { userId: string; limit: number },
): Promise<LoginRow[]> {
  return store.find(loginEntity, { userId }, { order: { by: "createdAt", direction: "desc" }, limit });
}

/** Stores a sign-in from a new place. It replaces the user's oldest one when there are more than LOGINS_MAX. */
export async function createLogin(
  store: Store,
  login: Pick<LoginRow, "userId" | "deviceHash" | "ip" | "agent" | "createdAt">,
): Promise<void> {
  const { userId } = login;
  await store.insert(loginEntity, { id: uuid(), ...login });
  const newest = await listLogins(store, { userId, limit: LOGINS_MAX });
  const oldestKept = newest.at(LOGINS_MAX - 1);
  if (oldestKept) await store.remove(loginEntity, { userId, createdAt: { lt: oldestKept.createdAt } });
}

/** Marks a stored place as used at `createdAt`, so that the cleanup keeps it. */
export async function renewLogin(
  store: Store,
  { id, userId, createdAt }: Pick<LoginRow, "id" | "userId" | "createdAt">,
): Promise<void> {
  await store.update(loginEntity, { id, userId }, { createdAt });
}
