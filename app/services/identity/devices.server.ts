/** The devices that a user has signed in from. The user gets a mail about a sign-in from a new one. */
import { readAgent } from "~/domain/agents";
import { LOGIN_LIFE_MS, LOGIN_RENEWED_EVERY_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import type { ShownFactors } from "~/domain/sign-in-factors";
import { createLogin, findLogin, hasLogin, renewLogin } from "~/models/login.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import { createNotificationLink } from "../users/notification-links.server";
import { isNotificationWanted } from "../users/notifications.server";
import type { Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";

/**
 * Records the device of a sign-in, and queues the mail when it is new. The caller's transaction must have written the
 * user's row: that lock serializes the sign-ins of one user, so that two of them cannot both find the device missing.
 */
export async function recordDevice(
  store: Store,
  context: Context,
  { userId, ...shown }: { userId: string } & ShownFactors,
): Promise<void> {
  const now = new Date();
  const deviceHash = hashDevice(context);
  const known = await findLogin(store, { userId, deviceHash });
  if (known) {
    if (now.getTime() - known.createdAt.getTime() > LOGIN_RENEWED_EVERY_MS)
      await renewLogin(store, { id: known.id, userId, createdAt: now });
    return;
  }
  const user = await findUser(store, { id: userId });
  const shouldNotify = user !== null && (await shouldSendMail(store, user, now));
  await createLogin(store, {
    userId,
    deviceHash,
    ip: context.ip.slice(0, 64),
    agent: context.agent.slice(0, 255),
    createdAt: now,
  });
  if (shouldNotify) await queueNewDeviceMail(store, context, { user, ...shown });
}

/**
 * Whether the user gets a mail about an unknown device: only with a verified email, and not about the first device of a
 * new user. Devices are deleted after a year, so the only device of an older user may be an intruder's.
 */
async function shouldSendMail(store: Store, user: UserRow, now: Date): Promise<boolean> {
  if (!user.verifiedAt || !(await isNotificationWanted(store, user.id, "new_signin"))) return false;
  const isNewUser = now.getTime() - user.createdAt.getTime() < LOGIN_LIFE_MS;
  return !isNewUser || (await hasLogin(store, { userId: user.id }));
}

/** Hashes the browser, its system and the IP. A new version of the browser is the same device. */
function hashDevice({ agent, ip }: Context): string {
  const { browser, system, text } = readAgent(agent);
  return hashToken([browser ?? text, system ?? "", ip].join("\n"));
}

function queueNewDeviceMail(
  store: Store,
  { app, agent, ip }: Context,
  { user, factors, provider }: { user: UserRow } & ShownFactors,
): Promise<void> {
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
      factors: [...factors],
      provider,
      link: `${appUrl}${paths.sessions}`,
      forgotLink: `${appUrl}${paths.forgotPassword}`,
      stopLink: createNotificationLink(app, user, "new_signin"),
    },
  });
}
