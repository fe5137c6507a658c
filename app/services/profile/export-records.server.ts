/** The parts of an export that are lists: how the user signs in, what they chose, and what they did. */
import { EXPORT_PAGE, EXPORT_RECORDS_MAX, EXPORT_RECORDS_MAX_LENGTH } from "~/domain/limits";
import { listOwnAudits, type AuditRow } from "~/models/audit.server";
import { listEvents, type EventRow } from "~/models/event.server";
import { listOwnFeedback, type FeedbackRow } from "~/models/feedback.server";
import { listLogins } from "~/models/login.server";
import { listNotificationPreferences } from "~/models/notification-preference.server";
import { listOwnSessions, type SessionRow } from "~/models/session.server";
import { readWaysIn } from "~/models/ways-in.server";
import type { Store } from "~/models/store/store";

/** The user's sessions, devices, identity providers, passkeys and notification settings. Times are ISO 8601. */
export async function exportCredentials(store: Store, userId: string) {
  const [sessions, devices, ways, notifications] = await Promise.all([
    listOwnSessions(store, { userId, limit: EXPORT_RECORDS_MAX }),
    listLogins(store, { userId, limit: EXPORT_RECORDS_MAX }),
    readWaysIn(store, { userId }),
    listNotificationPreferences(store, { userId }),
  ]);
  return {
    sessions: sessions.map(toExportedSession),
    devices: devices.map(({ ip, agent, createdAt }) => ({
      address: ip,
      agent,
      first_seen_at: createdAt.toISOString(),
    })),
    networks: ways.identities.map(({ provider, subject, createdAt }) => ({
      network: provider,
      id: subject,
      linked_at: createdAt.toISOString(),
    })),
    sign_ins: ways.uses.map(({ factor, lastUsedAt }) => ({
      by: factor,
      last_used_at: lastUsedAt.toISOString(),
    })),
    passkeys: ways.passkeys.map((passkey) => ({
      name: passkey.name,
      host: passkey.rpId,
      added_at: passkey.createdAt.toISOString(),
      last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
      last_used_address: passkey.lastUsedIp,
    })),
    notifications: notifications.map(({ name, isActive }) => ({ name, active: isActive })),
  };
}

function toExportedSession({ kind, ip, agent, createdAt, lastSeenAt }: SessionRow) {
  const [started_at, last_seen_at] = [createdAt.toISOString(), lastSeenAt.toISOString()];
  return { kind, address: ip, agent, started_at, last_seen_at };
}

/** The newest of the user's events, feedback and actions. Times are ISO 8601. */
export async function exportRecords(store: Store, userId: string) {
  const events = await readNewest<EventRow>((page) => listEvents(store, { userId, ...page }));
  const feedback = await readNewest<FeedbackRow>((page) => listOwnFeedback(store, { userId, ...page }));
  const audits = await readNewest<AuditRow>((page) => listOwnAudits(store, { userId, ...page }));
  return {
    events: events.map(({ name, metadata, accountId, createdAt }) => ({
      name,
      metadata,
      account: accountId,
      at: createdAt.toISOString(),
    })),
    feedback: feedback.map(({ rating, comment, accountId, createdAt }) => ({
      rating,
      comment,
      account: accountId,
      at: createdAt.toISOString(),
    })),
    activity: audits.map(({ action, target, accountId, ip, createdAt }) => ({
      action,
      target,
      account: accountId,
      address: ip,
      at: createdAt.toISOString(),
    })),
  };
}

/**
 * Reads the newest rows page by page, up to a number and a size. Without these limits, an export of tens of megabytes
 * would delay every other request.
 */
async function readNewest<R>(
  readPage: (page: { after: R | undefined; limit: number }) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  let size = 0;
  while (rows.length < EXPORT_RECORDS_MAX && size < EXPORT_RECORDS_MAX_LENGTH) {
    const page = await readPage({ after: rows.at(-1), limit: EXPORT_PAGE });
    rows.push(...page);
    size += JSON.stringify(page).length;
    if (page.length < EXPORT_PAGE) break;
  }
  return rows;
}
