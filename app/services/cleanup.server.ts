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
  WEBHOOK_EVENT_KEPT_MS,
} from "~/domain/limits";
import { KEY_SECRET_KEPT_MS } from "~/domain/key-limits";
import { WEBHOOK_DELIVERY_KEPT_MS } from "~/domain/webhook-limits";
import { USAGE_BATCH_KEPT_MS, USAGE_DAY_KEPT_MS, USAGE_EVENT_KEPT_MS } from "~/domain/payment-limits";
import type { Pictures } from "~/gateways/pictures/pictures";
import type { Log } from "~/log.server";
import { deleteExpiredKeySecrets } from "~/models/api-key.server";
import { deleteOldKeyDays } from "~/models/api-key-usage.server";
import { deleteOldAudits } from "~/models/audit.server";
import { deleteExpiredDevices } from "~/models/device.server";
import { deleteOldEventDays } from "~/models/event-day.server";
import { deleteOldEvents } from "~/models/event.server";
import { deleteOldFeedback } from "~/models/feedback.server";
import { deleteOldIdempotencyKeys } from "~/models/idempotency-key.server";
import { deleteExpiredInvites } from "~/models/invite.server";
import { deleteExpiredLogins } from "~/models/login.server";
import { deleteOldMails } from "~/models/mail.server";
import { deleteOldMeterEvents } from "~/models/meter-event.server";
import { deleteExpiredSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { deleteExpiredTokens } from "~/models/token.server";
import { deleteOldUsageBatches, deleteOldUsageDays } from "~/models/usage.server";
import { deleteOldDeliveries } from "~/models/webhook-delivery.server";
import { deleteOldWebhookEvents } from "~/models/webhook-event.server";
import { deleteAvatarFiles } from "./people/avatar.server";
import { deleteUnverifiedUsers } from "./people/unverified-users.server";
import type { Job } from "./platform/jobs/jobs.server";
import { nameUnnamedAccounts } from "./people/unnamed-accounts.server";

/** The parts of the product that the cleanup needs. */
export interface CleanupDependencies {
  store: Store;
  log: Pick<Log, "info" | "warn">;
  config: { retention: Retention };
  pictures: Pick<Pictures, "remove">;
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
  const { store, config } = parts;
  const { retention } = config;
  const olderThan = (ms: number) => ({ before: new Date(now.getTime() - ms), isStopped });
  const counts = [
    await deleteExpiredSessions(store, olderThan(0)),
    // Used or not. Expired tokens are kept for a day, so that the page can say why a link does not work.
    await deleteExpiredTokens(store, olderThan(DEAD_TOKEN_KEPT_MS)),
    await deleteExpiredInvites(store, olderThan(INVITE_KEPT_MS)),
    await deleteOldMails(store, { status: "sent", ...olderThan(MAIL_KEPT_MS) }),
    await deleteOldWebhookEvents(store, olderThan(WEBHOOK_EVENT_KEPT_MS)),
    await deleteExpiredLogins(store, olderThan(LOGIN_LIFE_MS)),
    await deleteOldMails(store, { status: "dead", ...olderThan(retention.deadMails) }),
    await deleteOldEvents(store, olderThan(retention.events)),
    await deleteOldEventDays(store, olderThan(retention.events)),
    await deleteOldFeedback(store, olderThan(retention.feedback)),
    await deleteOldAudits(store, olderThan(retention.audits)),
    await deleteUnverified(parts, olderThan(retention.unverifiedUsers).before, isStopped),
    await deleteExpiredDevices(store, olderThan(DEVICE_LIFE_MS)),
    await deleteOldUsageBatches(store, olderThan(USAGE_BATCH_KEPT_MS)),
    await deleteOldMeterEvents(store, olderThan(USAGE_EVENT_KEPT_MS)),
    await deleteOldUsageDays(store, olderThan(USAGE_DAY_KEPT_MS)),
    await deleteOldKeyDays(store, olderThan(USAGE_DAY_KEPT_MS)),
    await deleteOldIdempotencyKeys(store, olderThan(hours(IDEMPOTENCY_KEY_HOURS))),
    await deleteExpiredKeySecrets(store, olderThan(KEY_SECRET_KEPT_MS)),
    await deleteOldDeliveries(store, olderThan(WEBHOOK_DELIVERY_KEPT_MS)),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
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
