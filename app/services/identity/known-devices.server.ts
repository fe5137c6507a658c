/**
 * Known devices: browsers that a user has signed in with, recognized by a random cookie that stays when they sign out.
 * Rate limits count a known device by itself, so that a stranger who uses up an email's limits does not lock its owner
 * out. docs/decisions/0016-a-known-device-is-counted-by-itself.md
 */
import { v7 as uuid } from "uuid";
import { DEVICE_LIFE_MS, DEVICES_MAX } from "~/domain/limits";
import type { DeviceRow } from "~/models/device.server";
import type { Store } from "~/models/store/store";
import type { App } from "../app.server";
import { hashToken, newToken } from "../upkeep/secrets.server";

/** The part of a call by which its device is known. */
interface Caller {
  app: App;
  deviceHash: string | null;
}

/** What limits count a known device by. Neither changes with the token, which each sign-in replaces. */
export type KnownDevice = Pick<DeviceRow, "id" | "userId">;

/**
 * The caller's device when the owner of this verified email has signed in with it; null otherwise. A user who only
 * claims the email does not count: anyone can sign up with it.
 */
export async function findKnownDevice(caller: Caller, email: string): Promise<KnownDevice | null> {
  if (email === "") return null;
  const devices = await listDevices(caller);
  if (devices.length === 0) return null;
  const userIds = devices.map(({ userId }) => userId);
  const owner = await caller.app.store.findOne("users", { emailClaim: email, id: { in: userIds } });
  return devices.find(({ userId }) => userId === owner?.id) ?? null;
}

/** The caller's device when this user has signed in with it; null otherwise. */
export async function findDeviceOf(caller: Caller, userId: string): Promise<KnownDevice | null> {
  return (await listDevices(caller)).find((device) => device.userId === userId) ?? null;
}

/**
 * Remembers the browser that `userId` signs in with, and returns the token for its cookie; null for a script. Each
 * sign-in replaces the token, also for others who share the browser, so that a copied or planted one stops working.
 * Runs in the transaction of the sign-in, which holds the user's row.
 */
export async function rememberBrowser(
  store: Store,
  { caller, deviceHash }: { caller: string; deviceHash: string | null },
  userId: string,
): Promise<string | null> {
  if (caller === "script") return null;
  const token = newToken("dev");
  const tokenHash = hashToken(token);
  const createdAt = new Date();
  if (deviceHash !== null) await store.update("devices", { tokenHash: deviceHash }, { tokenHash });
  if ((await store.update("devices", { userId, tokenHash }, { createdAt })) === 1) return token;
  await forgetOldest(store, userId);
  await store.insert("devices", { id: uuid(), userId, tokenHash, createdAt });
  return token;
}

/** One for each user who has signed in with the caller's browser. */
async function listDevices({ app, deviceHash }: Caller): Promise<KnownDevice[]> {
  if (deviceHash === null) return [];
  const since = new Date(Date.now() - DEVICE_LIFE_MS);
  return app.store.find("devices", { tokenHash: deviceHash, createdAt: { gt: since } });
}

/** Makes room for one more device. */
async function forgetOldest(store: Store, userId: string): Promise<void> {
  const newest = await store.find(
    "devices",
    { userId },
    { order: { by: "createdAt", direction: "desc" }, limit: DEVICES_MAX },
  );
  const excess = newest.slice(DEVICES_MAX - 1).map(({ id }) => id);
  if (excess.length > 0) await store.remove("devices", { id: { in: excess } });
}
