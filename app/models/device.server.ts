/** Browsers that a user has signed in with, recognized by their `device` cookie. */
import { v7 as uuid } from "uuid";
import { DEVICES_MAX } from "~/domain/limits";
import { date, id, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface DeviceRow {
  id: string;
  userId: string;
  /** SHA-256 of the cookie's random token, in hex. Users who share a browser share it. */
  tokenHash: string;
  /** When the user last signed in with it. */
  createdAt: Date;
}

export const deviceEntity: Entity<DeviceRow> = {
  table: "devices",
  belongsTo: { user: "userId" },
  fields: {
    id: id(),
    userId: id(),
    tokenHash: string(64),
    createdAt: date(),
  },
  unique: [["userId", "tokenHash"]],
  indexes: [["tokenHash"], ["userId", "createdAt"], ["createdAt"]],
};

/** The devices that have this token and were used after `since`: one for each user of the browser, 100 at most. */
export function listDevices(
  store: Store,
  { tokenHash, since }: { tokenHash: string; since: Date },
): Promise<DeviceRow[]> {
  return store.find(deviceEntity, { tokenHash, createdAt: { gt: since } });
}

/** Replaces the browser's token, for every user who shares the browser. */
export async function replaceDeviceToken(
  store: Store,
  { tokenHash, newTokenHash }: { tokenHash: string; newTokenHash: string },
): Promise<void> {
  await store.update(deviceEntity, { tokenHash }, { tokenHash: newTokenHash });
}

/**
 * Stores that the user has signed in with the browser that has this token. A new device replaces the user's oldest one
 * beyond DEVICES_MAX. Runs in the caller's transaction, which has locked the user's row.
 */
export async function saveDevice(
  store: Store,
  { userId, tokenHash }: Pick<DeviceRow, "userId" | "tokenHash">,
): Promise<void> {
  const createdAt = new Date();
  if ((await store.update(deviceEntity, { userId, tokenHash }, { createdAt })) === 1) return;
  await deleteOldestDevices(store, userId);
  await store.insert(deviceEntity, { id: uuid(), userId, tokenHash, createdAt });
}

/** Deletes the oldest devices, so that one more is within DEVICES_MAX. */
async function deleteOldestDevices(store: Store, userId: string): Promise<void> {
  const newest = await store.find(
    deviceEntity,
    { userId },
    { order: { by: "createdAt", direction: "desc" }, limit: DEVICES_MAX },
  );
  const excess = newest.slice(DEVICES_MAX - 1).map(({ id }) => id);
  if (excess.length > 0) await store.remove(deviceEntity, { id: { in: excess } });
}

/** Deletes every device of the user. */
export async function deleteDevices(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.remove(deviceEntity, { userId });
}
