/**
 * Deletes rows after their retention time: sessions, tokens, invitations, devices; and after the times that the operator
 * configures: events, feedback, the audit log, mails that could not be sent and users who never verified their email.
 */
import {
  DEAD_TOKEN_KEPT_MS,
  DEVICE_LIFE_MS,
  hours,
  IDEMPOTENCY_KEY_HOURS,
  INVITE_KEPT_MS,
  LOGIN_LIFE_MS,
  MAIL_KEPT_MS,
  SWEEP_EVERY_MS,
  SWEEP_FIRST_AFTER_MS,
  type Retention,
  PROVIDER_EVENT_KEPT_MS,
  days,
} from "~/domain/limits";
import type { Avatars } from "~/gateways/avatars/avatars";
import type { Log } from "~/log.server";
import { EXPIRED_ROWS } from "~/models/expired-rows.server";
import type { Store } from "~/models/store/store";
import { deleteAvatarFiles } from "./users/avatar.server";
import { deleteUnverifiedUsers } from "./users/unverified-users.server";
import type { Job } from "./platform/jobs/jobs.server";
import { nameUnnamedAccounts } from "./users/unnamed-accounts.server";

/** An expired secret is kept this long, so that the answer can say why it no longer works. */
const KEY_SECRET_KEPT_MS = days(30);
const API_CALL_BATCH_KEPT_MS = days(30);
/** Longer than a yearly period and the comparison of its invoice. */
const METER_EVENT_KEPT_MS = days(430);
/** Three years and a leap day: longer than any invoice is disputed. */
const API_CALL_DAY_KEPT_MS = days(3 * 365 + 1);
/** How long the log is kept. As long as mails are, because it also keeps an event from being recorded twice. */
const WEBHOOK_DELIVERY_KEPT_MS = days(30);

/** The parts of the product that the cleanup needs. */
export interface CleanupDependencies {
  store: Store;
  log: Pick<Log, "info" | "warn">;
  config: { retention: Retention };
  avatars: Pick<Avatars, "remove">;
}

/** Cleans up shortly after the start, so as not to slow it down, and every hour. */
export function createCleanupJob(parts: CleanupDependencies): Job {
  const { log } = parts;
  return {
    name: "cleanup",
    every: SWEEP_EVERY_MS,
    firstAfter: SWEEP_FIRST_AFTER_MS,
    isExclusive: true,
    async run(signal) {
      const rows = await cleanUp(parts, new Date(), () => signal.aborted);
      await nameUnnamedAccounts(parts.store, () => signal.aborted);
      if (rows > 0) log.info({ rows }, "expired rows were deleted");
    },
    report: (cause) =>
      log.warn({ err: cause }, "expired rows could not be deleted; the next cleanup tries again"),
  };
}

/** Deletes everything that has expired at `now`, in batches. Returns how many rows. Several may run at the same time. */
export async function cleanUp(
  parts: CleanupDependencies,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { retention } = parts.config;
  const toDate = (ageMs: number) => new Date(now.getTime() - ageMs);
  let count = 0;
  for (const [name, ageMs] of Object.entries(listAges(retention))) {
    const deleteExpired = EXPIRED_ROWS[name as keyof typeof EXPIRED_ROWS];
    count += await deleteExpired(parts.store, { before: toDate(ageMs), isStopped });
  }
  return count + (await deleteUnverified(parts, toDate(retention.unverifiedUsers), isStopped));
}

/** How long each kind of row is kept, from its date on. */
function listAges(retention: Retention): Record<keyof typeof EXPIRED_ROWS, number> {
  return {
    sessions: 0,
    idleSessions: 0,
    // Expired tokens are kept for a day, so that the page can say why a link does not work.
    tokens: DEAD_TOKEN_KEPT_MS,
    invites: INVITE_KEPT_MS,
    devices: DEVICE_LIFE_MS,
    sentMails: MAIL_KEPT_MS,
    providerEvents: PROVIDER_EVENT_KEPT_MS,
    logins: LOGIN_LIFE_MS,
    failedMails: retention.deadMails,
    events: retention.events,
    eventDays: retention.events,
    feedback: retention.feedback,
    audits: retention.audits,
    apiCallBatches: API_CALL_BATCH_KEPT_MS,
    sentMeterEvents: METER_EVENT_KEPT_MS,
    rejectedMeterEvents: METER_EVENT_KEPT_MS,
    apiCallDays: API_CALL_DAY_KEPT_MS,
    keyDays: API_CALL_DAY_KEPT_MS,
    keySecrets: KEY_SECRET_KEPT_MS,
    idempotencyKeys: hours(IDEMPOTENCY_KEY_HOURS),
    webhookDeliveries: WEBHOOK_DELIVERY_KEPT_MS,
  };
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
