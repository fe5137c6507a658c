/** Exports everything that the product stores about a user, without hashes and secrets. */
import { z } from "zod";
import { createConcurrencyGate } from "~/domain/concurrency-gate";
import {
  EXPORT_PAGE,
  EXPORT_RECORDS_MAX,
  EXPORT_RECORDS_MAX_LENGTH,
  EXPORT_RETRY_AFTER_SECONDS,
  EXPORTS_WAITING_MAX,
} from "~/domain/limits";
import { EXPORT_LIMITS } from "~/domain/rate-limits";
import { listJoinedAccounts } from "~/models/account.server";
import { listOwnAudits, type AuditRow } from "~/models/audit.server";
import { listEvents, type EventRow } from "~/models/event.server";
import { listLogins } from "~/models/login.server";
import { listMemberships } from "~/models/membership.server";
import { listNotificationPreferences } from "~/models/notification-preference.server";
import { listOwnSessions } from "~/models/session.server";
import { listSocialLogins } from "~/models/social-login.server";
import type { Store } from "~/models/store/store";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { readUserResponse, userShape } from "./user.server";

const time = z.iso.datetime();

const exportShape = z.object({
  exported_at: time,
  person: userShape,
  memberships: z.array(
    z.object({ account: z.string(), account_name: z.string(), permission: z.string(), since: time }),
  ),
  sessions: z.array(
    z.object({
      kind: z.string(),
      address: z.string(),
      agent: z.string(),
      started_at: time,
      last_seen_at: time,
    }),
  ),
  devices: z.array(z.object({ address: z.string(), agent: z.string(), first_seen_at: time })),
  networks: z.array(z.object({ network: z.string(), id: z.string(), linked_at: time })),
  notifications: z.array(z.object({ name: z.string(), active: z.boolean() })),
  events: z.array(
    z.object({ name: z.string(), metadata: z.string().nullable(), account: z.string(), at: time }),
  ),
  activity: z.array(
    z.object({
      action: z.string(),
      target: z.string().nullable(),
      account: z.string(),
      address: z.string(),
      at: time,
    }),
  ),
});

export const exportUser = defineOperation({
  name: "exportUser",
  method: "GET",
  path: "/api/user/export",
  summary:
    "Download your own data: profile, memberships, sessions, social networks, and the newest 10,000 events and actions, up to 5 MB each.",
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: exportShape,
  limits: EXPORT_LIMITS,
  refusesImpersonator: true,
  async run(_input, context) {
    return { data: await runInTurn(() => readEverything(context)) };
  },
});

/** One export at a time for all users together, because each can take tens of megabytes of memory. */
const runInTurn = createConcurrencyGate({
  atOnce: 1,
  waiting: EXPORTS_WAITING_MAX,
  retryAfterSeconds: EXPORT_RETRY_AFTER_SECONDS,
});

async function readEverything(context: Context) {
  const { store } = context.app;
  const viewer = requireViewer(context);
  const { id: userId } = viewer.user;
  return {
    exported_at: new Date().toISOString(),
    person: await readUserResponse(store, viewer),
    memberships: await exportMemberships(store, userId),
    ...(await exportCredentials(store, userId)),
    ...(await exportRecords(store, userId)),
  };
}

async function exportMemberships(store: Store, userId: string) {
  const memberships = await listMemberships(store, {
    userId,
    direction: "desc",
    limit: EXPORT_RECORDS_MAX,
  });
  const accounts = await listJoinedAccounts(store, { memberships });
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return memberships.map(({ accountId, role, createdAt }) => ({
    account: accountId,
    account_name: names.get(accountId) ?? "",
    permission: role,
    since: createdAt.toISOString(),
  }));
}

async function exportCredentials(store: Store, userId: string) {
  const [sessions, devices, networks, notifications] = await Promise.all([
    listOwnSessions(store, { userId, limit: EXPORT_RECORDS_MAX }),
    listLogins(store, { userId, limit: EXPORT_RECORDS_MAX }),
    listSocialLogins(store, { userId }),
    listNotificationPreferences(store, { userId }),
  ]);
  return {
    sessions: sessions.map(({ kind, address, agent, createdAt, lastSeenAt }) => ({
      kind,
      address,
      agent,
      started_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
    })),
    devices: devices.map(({ address, agent, createdAt }) => ({
      address,
      agent,
      first_seen_at: createdAt.toISOString(),
    })),
    networks: networks.map(({ provider, subject, createdAt }) => ({
      network: provider,
      id: subject,
      linked_at: createdAt.toISOString(),
    })),
    notifications: notifications.map(({ name, isActive }) => ({ name, active: isActive })),
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

async function exportRecords(store: Store, userId: string) {
  const events = await readNewest<EventRow>((page) => listEvents(store, { userId, ...page }));
  const audits = await readNewest<AuditRow>((page) => listOwnAudits(store, { userId, ...page }));
  return {
    events: events.map(({ name, metadata, accountId, createdAt }) => ({
      name,
      metadata,
      account: accountId,
      at: createdAt.toISOString(),
    })),
    activity: audits.map(({ action, target, accountId, address, createdAt }) => ({
      action,
      target,
      account: accountId,
      address,
      at: createdAt.toISOString(),
    })),
  };
}
