/**
 * Removes what is past the time that it is kept: sessions, tokens, invitations, devices; and for as long as the operator
 * says events, the audit log, mails that could not be sent and users who never verified their email.
 */
import {
  DEAD_TOKEN_KEPT_MS,
  DEVICE_LIFE_MS,
  INVITE_KEPT_MS,
  LOGIN_LIFE_MS,
  MAIL_KEPT_MS,
  SWEEP_EVERY_MS,
  SWEEP_FIRST_AFTER_MS,
  type Retention,
  WEBHOOK_EVENT_KEPT_MS,
} from "~/domain/limits";
import type { Pictures } from "~/gateways/pictures/picture-folder";
import type { Log } from "~/log.server";
import { deleteOldAudits } from "~/models/audit.server";
import { deleteExpiredDevices } from "~/models/device.server";
import { deleteOldEvents } from "~/models/event.server";
import { deleteExpiredInvites } from "~/models/invite.server";
import { deleteExpiredLogins } from "~/models/login.server";
import { deleteOldMails } from "~/models/mail.server";
import { deleteExpiredSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { deleteExpiredTokens } from "~/models/token.server";
import { deleteOldWebhookEvents } from "~/models/webhook-event.server";
import { deleteAvatarFiles } from "./people/avatar.server";
import { deleteUnverifiedUsers } from "./people/unverified-users.server";

/** What the sweep works on: the product, or as much of it as a test needs. */
export interface CleanupDependencies {
  store: Store;
  log: Pick<Log, "info" | "warn">;
  config: { retention: Retention };
  pictures: Pick<Pictures, "remove">;
}

export interface CleanupTimer {
  /** Begins no further batch. Resolves when the one in hand is done. */
  stop(): Promise<void>;
}

/** Sweeps a moment after the start, so as not to slow it down, and every hour. It never fails a request or the start. */
export function startCleanup(parts: CleanupDependencies): CleanupTimer {
  let isStopped = false;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => runCleanup(parts, () => isStopped));
  };
  const first = setTimeout(run, SWEEP_FIRST_AFTER_MS);
  const timer = setInterval(run, SWEEP_EVERY_MS);
  first.unref();
  timer.unref();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}

/** Removes everything that is over at `now`, in batches; returns how many rows. Any number may run at once. */
export async function cleanUp(
  parts: CleanupDependencies,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { store, config } = parts;
  const { retention } = config;
  const olderThan = (ms: number) => ({ before: new Date(now.getTime() - ms), isStopped });
  const removed = [
    await deleteExpiredSessions(store, olderThan(0)),
    // Used or not: none lives longer than a day, and for another one it can be told why a link did not work.
    await deleteExpiredTokens(store, olderThan(DEAD_TOKEN_KEPT_MS)),
    await deleteExpiredInvites(store, olderThan(INVITE_KEPT_MS)),
    await deleteOldMails(store, { status: "sent", ...olderThan(MAIL_KEPT_MS) }),
    await deleteOldWebhookEvents(store, olderThan(WEBHOOK_EVENT_KEPT_MS)),
    await deleteExpiredLogins(store, olderThan(LOGIN_LIFE_MS)),
    await deleteOldMails(store, { status: "dead", ...olderThan(retention.deadMails) }),
    await deleteOldEvents(store, olderThan(retention.events)),
    await deleteOldAudits(store, olderThan(retention.audits)),
    await deleteUnverified(parts, olderThan(retention.unverifiedUsers).before, isStopped),
    await deleteExpiredDevices(store, olderThan(DEVICE_LIFE_MS)),
  ];
  return removed.reduce((sum, count) => sum + count, 0);
}

async function deleteUnverified(
  parts: CleanupDependencies,
  before: Date,
  isStopped: () => boolean,
): Promise<number> {
  const { count, files } = await deleteUnverifiedUsers(parts.store, before, isStopped);
  await deleteAvatarFiles(parts, files);
  return count;
}

async function runCleanup(parts: CleanupDependencies, isStopped: () => boolean): Promise<void> {
  const { log } = parts;
  try {
    const rows = await cleanUp(parts, new Date(), isStopped);
    if (rows > 0) log.info({ rows }, "what was over is removed");
  } catch (error) {
    log.warn({ err: error }, "what is over could not be removed; it is tried again");
  }
}
