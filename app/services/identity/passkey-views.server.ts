/** A user's passkeys as the API and the pages show them. */
import * as z from "zod";
import { findPasskeyObstacle, PASSKEYS_MAX, toRpId } from "~/domain/passkeys";
import { countPasskeys, listPasskeys, type PasskeyRow } from "~/models/passkey.server";
import type { UserRow } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { isVerified, type SessionViewer } from "../platform/viewer.server";

export const passkeyShape = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  last_used_ip: z.string().nullable(),
  /** The user's other devices have it, too. */
  synced: z.boolean(),
  /** False: it is a second factor, and confirms changes. */
  signs_in: z.boolean(),
  /** The host that it was created for. */
  host: z.string(),
  /** Whether that is this product's host now. */
  usable: z.boolean(),
});
export type PasskeyView = z.infer<typeof passkeyShape>;

export function toPasskeyView({ config }: Pick<App, "config">, row: PasskeyRow): PasskeyView {
  return {
    id: row.id,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    synced: row.isSynced,
    signs_in: row.canSignIn,
    host: row.rpId,
    usable: row.rpId === toRpId(config.appUrl),
  };
}

/** The user's passkeys, oldest first. */
export async function listPasskeyViews(app: App, userId: string): Promise<PasskeyView[]> {
  const rows = await listPasskeys(app.store, { userId });
  return rows.map((row) => toPasskeyView(app, row));
}

/** What the page about security shows; null while the user's email is unverified. */
export function toShownPasskeys(
  app: Pick<App, "config">,
  { accessState }: SessionViewer,
  rows: readonly PasskeyRow[],
) {
  if (!accessState.isVerified) return null;
  const passkeys = rows.map((row) => toPasskeyView(app, row));
  return { passkeys, appUrl: app.config.appUrl, isFull: passkeys.length >= PASSKEYS_MAX };
}

/** Whether the user has none, and could add one. */
export async function mayAddPasskey({ config, store }: App, user: UserRow): Promise<boolean> {
  if (!isVerified(user) || findPasskeyObstacle(config.appUrl)) return false;
  return (await countPasskeys(store, { userId: user.id })) === 0;
}
