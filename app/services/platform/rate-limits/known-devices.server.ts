/**
 * Known devices: browsers that a user has signed in with, recognized by a random cookie that stays when they sign out.
 * Rate limits count a known device separately, so that a stranger who exhausts an email's limits does not lock its owner
 * out. docs/decisions/0016-known-devices-have-their-own-rate-limit.md
 */
import { DEVICE_LIFE_MS } from "~/domain/limits";
import { listDevices, replaceDeviceToken, saveDevice, type DeviceRow } from "~/models/device.server";
import type { Store } from "~/models/store/store";
import { findVerifiedUser } from "~/models/user.server";
import { hashToken, createRandomToken } from "~/crypto/secrets.server";
import type { App } from "../app.server";

/** The part of a call that identifies its device. */
interface DeviceHolder {
  app: App;
  deviceHash: string | null;
}

/** The ids that limits count a known device by. Neither changes when a sign-in replaces the token. */
export type KnownDevice = Pick<DeviceRow, "id" | "userId">;

/**
 * The caller's device when the owner of this verified email has signed in with it; null otherwise. A user who
 * has not verified the email does not count, because anyone can sign up with it.
 */
export async function findKnownDevice(caller: DeviceHolder, email: string): Promise<KnownDevice | null> {
  if (email === "") return null;
  const devices = await listOwnDevices(caller);
  if (devices.length === 0) return null;
  const userIds = devices.map(({ userId }) => userId);
  const owner = await findVerifiedUser(caller.app.store, { email, ids: userIds });
  return devices.find(({ userId }) => userId === owner?.id) ?? null;
}

/** The caller's device when this user has signed in with it; null otherwise. */
export async function findUserDevice(caller: DeviceHolder, userId: string): Promise<KnownDevice | null> {
  return (await listOwnDevices(caller)).find((device) => device.userId === userId) ?? null;
}

/**
 * Remembers the browser that `userId` signs in with, and returns the token for its cookie; null for a script. Each
 * sign-in replaces the token, also for other users of the browser, so that a copied or planted token stops working.
 * Runs in the transaction of the sign-in, which has locked the user's row.
 */
export async function recordKnownDevice(
  store: Store,
  { caller, deviceHash }: { caller: string; deviceHash: string | null },
  userId: string,
): Promise<string | null> {
  if (caller === "script") return null;
  const token = createRandomToken("dev");
  const tokenHash = hashToken(token);
  if (deviceHash !== null)
    await replaceDeviceToken(store, { tokenHash: deviceHash, newTokenHash: tokenHash });
  await saveDevice(store, { userId, tokenHash });
  return token;
}

/** The caller's browser as a device of each user who has signed in with it. */
async function listOwnDevices({ app, deviceHash }: DeviceHolder): Promise<KnownDevice[]> {
  if (deviceHash === null) return [];
  const since = new Date(Date.now() - DEVICE_LIFE_MS);
  return listDevices(app.store, { tokenHash: deviceHash, since });
}
