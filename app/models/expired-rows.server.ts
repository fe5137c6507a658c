/** What the cleanup deletes, of all accounts: for each kind of row the condition of those that are old enough. */
import { toIsoDay } from "~/domain/dates";
import { apiCallBatchEntity, apiCallDayEntity } from "./api-call.server";
import { apiKeyDayEntity, apiKeySecretEntity } from "./api-key.server";
import { auditEntity } from "./audit.server";
import { deviceEntity } from "./device.server";
import { eventDayEntity } from "./event-day.server";
import { eventEntity } from "./event.server";
import { feedbackEntity } from "./feedback.server";
import { idempotencyKeyEntity } from "./idempotency-key.server";
import { inviteEntity } from "./invite.server";
import { loginEntity } from "./login.server";
import { mailEntity } from "./mail.server";
import { meterEventEntity } from "./meter-event.server";
import { providerEventEntity } from "./provider-event.server";
import { sessionEntity } from "./session.server";
import type { Where } from "./store/conditions";
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import type { Entity, StoredRow } from "./store/entity";
import type { Store } from "./store/store";
import { tokenEntity } from "./token.server";
import { webhookDeliveryEntity } from "./webhook-delivery.server";

/** Deletes the rows of a kind from before `before`. Returns how many. */
type DeleteExpired = (store: Store, cleanup: Cleanup) => Promise<number>;

/** Each condition is one that an index finds. */
export const EXPIRED_ROWS = {
  sessions: deleteBy(sessionEntity, (lt) => ({ expiresAt: { lt } })),
  idleSessions: deleteBy(sessionEntity, (lt) => ({ idleExpiresAt: { lt } })),
  /** Used or not. */
  tokens: deleteBy(tokenEntity, (lt) => ({ expiresAt: { lt } })),
  invites: deleteBy(inviteEntity, (lt) => ({ expiresAt: { lt } })),
  devices: deleteBy(deviceEntity, (lt) => ({ createdAt: { lt } })),
  sentMails: deleteBy(mailEntity, (lt) => ({ status: "sent" as const, dueAt: { lt } })),
  providerEvents: deleteBy(providerEventEntity, (lt) => ({ createdAt: { lt } })),
  logins: deleteBy(loginEntity, (lt) => ({ createdAt: { lt } })),
  failedMails: deleteBy(mailEntity, (lt) => ({ status: "dead" as const, dueAt: { lt } })),
  events: deleteBy(eventEntity, (lt) => ({ createdAt: { lt } })),
  eventDays: deleteBy(eventDayEntity, (lt) => ({ day: { lt: toIsoDay(lt) } })),
  feedback: deleteBy(feedbackEntity, (lt) => ({ createdAt: { lt } })),
  audits: deleteBy(auditEntity, (lt) => ({ createdAt: { lt } })),
  apiCallBatches: deleteBy(apiCallBatchEntity, (lt) => ({ reportedAt: { lt } })),
  sentMeterEvents: deleteBy(meterEventEntity, (lt) => ({ status: "sent" as const, happenedAt: { lt } })),
  rejectedMeterEvents: deleteBy(meterEventEntity, (lt) => ({
    status: "rejected" as const,
    happenedAt: { lt },
  })),
  apiCallDays: deleteBy(apiCallDayEntity, (lt) => ({ day: { lt: toIsoDay(lt) } })),
  keyDays: deleteBy(apiKeyDayEntity, (lt) => ({ day: { lt: toIsoDay(lt) } })),
  keySecrets: deleteBy(apiKeySecretEntity, (lt) => ({ expiresAt: { lt } })),
  idempotencyKeys: deleteBy(idempotencyKeyEntity, (lt) => ({ createdAt: { lt } })),
  webhookDeliveries: deleteBy(webhookDeliveryEntity, (lt) => ({ createdAt: { lt } })),
} satisfies Record<string, DeleteExpired>;

function deleteBy<R extends StoredRow>(
  entity: Entity<R>,
  toWhere: (before: Date) => Where<R>,
): DeleteExpired {
  return (store, { before, isStopped }) =>
    deleteInBatches(store, entity, { where: toWhere(before), isStopped });
}
