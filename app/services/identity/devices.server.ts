/** The devices people sign in from: a new one is told to its person by mail. Security D. */
import { readAgent } from "~/domain/agents";
import { LOGIN_LIFE_MS, LOGIN_RENEWED_EVERY_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { createLogin, findLogin, hasLogin, renewLogin } from "~/models/login.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { isNotificationWanted } from "../people/notifications.server";
import type { Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { hashToken } from "../platform/crypto/secrets.server";

/**
 * Remembers what `userId` signs in with, and writes the mail when that is new. Looking first and inserting then is safe
 * because the caller's transaction has written this person's row: their sign-ins stand in line there, and whoever is
 * second finds what the first has remembered. The mail leaves when the outbox next looks.
 */
export async function recordDevice(store: Store, context: Context, userId: string): Promise<void> {
  const now = new Date();
  const deviceHash = hashDevice(context);
  const known = await findLogin(store, { userId, deviceHash });
  if (known) {
    if (now.getTime() - known.createdAt.getTime() > LOGIN_RENEWED_EVERY_MS)
      await renewLogin(store, { id: known.id, userId, createdAt: now });
    return;
  }
  const user = await findUser(store, { id: userId });
  const shouldNotify = user !== null && (await isNewDevice(store, user, now));
  await createLogin(store, {
    userId,
    deviceHash,
    address: context.ip.slice(0, 64),
    agent: context.agent.slice(0, 255),
    createdAt: now,
  });
  if (shouldNotify) await queueNewDeviceMail(store, context, user);
}

/**
 * Whether somebody should hear of an unknown device: not of their very first, and only where the address is known to
 * be theirs. Devices are forgotten after a year, so that of an older person the first one remembered may be anybody's.
 */
async function isNewDevice(store: Store, user: UserRow, now: Date): Promise<boolean> {
  if (!user.verifiedAt || !(await isNotificationWanted(store, user.id, "new_signin"))) return false;
  const isNewcomer = now.getTime() - user.createdAt.getTime() < LOGIN_LIFE_MS;
  return !isNewcomer || (await hasLogin(store, { userId: user.id }));
}

/** The kind of browser and the network: a new version of the browser is no new device. */
function hashDevice({ agent, ip }: Context): string {
  const { browser, system, text } = readAgent(agent);
  return hashToken([browser ?? text, system ?? "", ip].join("\n"));
}

function queueNewDeviceMail(store: Store, { app, agent, ip }: Context, user: UserRow): Promise<void> {
  const { appUrl } = app.config;
  return queueMail(store, app.secrets, {
    template: "new_signin",
    to: user.email,
    locale: user.locale,
    values: {
      name: user.name,
      agent: agent.slice(0, 255),
      address: ip.slice(0, 64),
      at: new Date().toISOString(),
      link: `${appUrl}${paths.sessions}`,
      forgotLink: `${appUrl}${paths.forgotPassword}`,
    },
  });
}
