import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  days,
  hours,
  minutes,
  RETENTION_DEFAULT_DAYS,
  SWEEP_BATCH,
  SWEEP_EVERY_MS,
  SWEEP_FIRST_AFTER_MS,
} from "~/domain/limits";
import { sessionEntity } from "~/models/session.server";
import { apiCallBatchEntity, apiCallDayEntity } from "~/models/api-call.server";
import { eventDayEntity } from "~/models/event-day.server";
import { loginEntity } from "~/models/login.server";
import { ANY_ENTITIES, type Rows } from "~/models/all-entities";
import type { AnyRow } from "~/models/store/entity";
import type { OpenStore } from "~/models/store/database";
import { StoreUnavailableError } from "~/models/store/store";
import { startJob } from "../../tests/support/jobs";
import { openMigratedStore } from "../../tests/support/migrated-stores";
import { createCleanupJob, cleanUp, type CleanupDependencies } from "./cleanup.server";

const NOW = new Date("2026-11-21T14:05:00.000Z");
const getDateBefore = (ms: number) => new Date(NOW.getTime() - ms);
const SOON = getDateBefore(-hours(1));

const folder = mkdtempSync(join(tmpdir(), "cleanup-"));
let store: OpenStore;
let parts: CleanupDependencies;
const { events, feedback, audits, unverifiedUsers, deadMails } = RETENTION_DEFAULT_DAYS;
const retention = {
  events: days(events),
  feedback: days(feedback),
  audits: days(audits),
  unverifiedUsers: days(unverifiedUsers),
  deadMails: days(deadMails),
};
beforeAll(async () => {
  store = await openMigratedStore(folder);
  const log = { info: () => undefined, warn: () => undefined };
  parts = { store, log, config: { retention }, avatars: { remove: () => Promise.resolve() } };
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of Object.keys(ROWS) as (keyof typeof ROWS)[])
    await store.remove(ANY_ENTITIES[name], { id: { not: "none" } });
});

let made = 0;
const createRowId = () => `row-${(made += 1)}`;

/** A row of each kind that has not expired. */
const ROWS: {
  [
    E in
      | ("sessions" | "tokens" | "invites" | "mails")
      | ("webhookEvents" | "logins" | "events" | "feedback" | "audits")
  ]: () => Rows[E];
} = {
  sessions: () => ({
    id: createRowId(),
    tokenHash: createRowId(),
    kind: "browser",
    userId: "u",
    accountId: "a",
    isDuplicateUser: false,
    ip: "192.0.2.1",
    agent: "test",
    createdAt: getDateBefore(days(1)),
    authenticatedAt: getDateBefore(days(1)),
    credentialAt: null,
    reauthenticatedAt: null,
    lastSeenAt: getDateBefore(days(1)),
    idleExpiresAt: SOON,
    expiresAt: SOON,
    impersonatorId: null,
    parentId: null,
  }),
  tokens: () => ({
    id: createRowId(),
    hash: createRowId(),
    kind: "verify",
    userId: "u",
    accountId: null,
    email: "grace@example.com",
    data: null,
    attempts: 0,
    expiresAt: SOON,
    usedAt: null,
    createdAt: getDateBefore(days(1)),
  }),
  invites: () => ({
    id: createRowId(),
    accountId: "a",
    email: `${createRowId()}@example.com`,
    role: "user",
    tokenHash: createRowId(),
    invitedById: "u",
    sentAt: getDateBefore(days(1)),
    askedAt: null,
    expiresAt: SOON,
    createdAt: getDateBefore(days(1)),
  }),
  mails: () => ({
    id: createRowId(),
    recipient: "grace@example.com",
    template: "verify",
    locale: "en",
    payload: "-",
    status: "sent",
    attempts: 1,
    dueAt: getDateBefore(days(1)),
    lockedUntil: getDateBefore(days(1)),
    failure: null,
    createdAt: getDateBefore(days(1)),
    sentAt: getDateBefore(days(1)),
  }),
  webhookEvents: () => ({
    id: createRowId(),
    type: "invoice.paid",
    objectId: "in_1",
    customerId: "cus_1",
    status: "applied",
    attempts: 1,
    failure: null,
    createdAt: getDateBefore(days(1)),
    appliedAt: getDateBefore(days(1)),
  }),
  logins: () => ({
    id: createRowId(),
    userId: "u",
    deviceHash: createRowId(),
    ip: "192.0.2.1",
    agent: "test",
    createdAt: getDateBefore(days(1)),
  }),
  events: () => ({
    id: createRowId(),
    accountId: "a",
    userId: "u",
    name: "clicked",
    metadata: null,
    createdAt: getDateBefore(days(1)),
  }),
  feedback: () => ({
    id: createRowId(),
    accountId: "a",
    userId: "u",
    rating: "positive",
    comment: null,
    createdAt: getDateBefore(days(1)),
    ...{ answeredAt: null, answeredBy: null, answer: null },
  }),
  audits: () => ({
    id: createRowId(),
    accountId: "a",
    actorId: "u",
    actorName: "Grace",
    impersonatorId: null,
    impersonatorName: null,
    action: "member_left",
    target: null,
    ip: "192.0.2.1",
    createdAt: getDateBefore(days(1)),
  }),
};

async function insert<E extends keyof typeof ROWS>(name: E, changes: Partial<Rows[E]>): Promise<void> {
  const row: object = { ...ROWS[name](), ...changes };
  await store.insert(ANY_ENTITIES[name], row as AnyRow);
}

test.each([
  ["an expired session", "sessions", { expiresAt: getDateBefore(1) }],
  ["a session that was idle for too long", "sessions", { idleExpiresAt: getDateBefore(1) }],
  ["a token that expired more than a day ago", "tokens", { expiresAt: getDateBefore(days(1) + 1) }],
  ["an invitation that expired more than 30 days ago", "invites", { expiresAt: getDateBefore(days(30) + 1) }],
  ["a mail sent more than 30 days ago", "mails", { dueAt: getDateBefore(days(30) + 1) }],
  [
    "an event of the payment provider that was applied more than 30 days ago",
    "webhookEvents",
    { createdAt: getDateBefore(days(30) + 1) },
  ],
  ["a device not used for more than a year", "logins", { createdAt: getDateBefore(days(365) + 1) }],
  ["a tracked event of more than 400 days ago", "events", { createdAt: getDateBefore(days(400) + 1) }],
  [
    "an entry of the audit log of more than two years ago",
    "audits",
    { createdAt: getDateBefore(days(730) + 1) },
  ],
  ["a mail given up more than 90 days ago", "mails", { status: "dead", dueAt: getDateBefore(days(90) + 1) }],
] as const)("%s is deleted, a current one stays", async (_what, entity, changes) => {
  await insert(entity, changes);
  await insert(entity, {});
  expect(await cleanUp(parts, NOW)).toBe(1);
  expect(await store.find(ANY_ENTITIES[entity], {})).toHaveLength(1);
  expect(await cleanUp(parts, NOW)).toBe(0);
});

test.each([
  ["a session in use", "sessions", {}],
  [
    "a token that expired an hour ago",
    "tokens",
    { expiresAt: getDateBefore(hours(1)), usedAt: getDateBefore(hours(2)) },
  ],
  ["an invitation that expired yesterday", "invites", { expiresAt: getDateBefore(days(1)) }],
  ["an old mail that still waits to be sent", "mails", { status: "waiting", dueAt: getDateBefore(days(90)) }],
  ["a mail that was given up 90 days ago", "mails", { status: "dead", dueAt: getDateBefore(days(90)) }],
  ["a tracked event of 400 days ago", "events", { createdAt: getDateBefore(days(400)) }],
  ["an entry of the audit log of two years ago", "audits", { createdAt: getDateBefore(days(730)) }],
  [
    "an event that the payment provider may send again",
    "webhookEvents",
    { createdAt: getDateBefore(days(29)) },
  ],
  ["a device used half a year ago", "logins", { createdAt: getDateBefore(days(180)) }],
] as const)("%s stays", async (_what, entity, changes) => {
  await insert(entity, changes);
  expect(await cleanUp(parts, NOW)).toBe(0);
  expect(await store.find(ANY_ENTITIES[entity], {})).toHaveLength(1);
});

test("more rows than a batch are deleted in batches; when the product stops, no further batch starts", async () => {
  const rows = SWEEP_BATCH + 10;
  await store.transaction(async (inner) => {
    for (let row = 0; row < rows; row += 1)
      await inner.insert(loginEntity, { ...ROWS.logins(), createdAt: getDateBefore(days(400)) });
  });
  let asked = 0;
  expect(await cleanUp(parts, NOW, () => (asked += 1) > 5)).toBe(0);
  expect(await store.count(loginEntity, {})).toBe(rows);
  expect(await cleanUp(parts, NOW)).toBe(rows);
  expect(await store.count(loginEntity, {})).toBe(0);
});

test("events, feedback, audits and failed mails are kept as long as the operator configures", async () => {
  await insert("events", { createdAt: getDateBefore(days(8)) });
  await insert("feedback", { createdAt: getDateBefore(days(8)) });
  await insert("audits", { createdAt: getDateBefore(days(8)) });
  const counted = { id: createRowId(), name: "opened", day: "2026-11-13", events: 1 };
  await store.insert(eventDayEntity, counted);
  await insert("mails", { status: "dead", dueAt: getDateBefore(days(8)) });
  const week = { ...retention, events: days(7), feedback: days(7), audits: days(7), deadMails: days(7) };
  expect(await cleanUp(parts, NOW)).toBe(0);
  expect(await cleanUp({ ...parts, config: { retention: week } }, NOW)).toBe(5);
});

test("reported API calls and days of API calls are deleted after their time; calls that wait to be reported stay", async () => {
  const batch = { accountId: "a", planId: "scale", calls: 1, createdAt: getDateBefore(days(40)) };
  const reportedAt = getDateBefore(days(31));
  await store.insert(apiCallBatchEntity, { ...batch, id: createRowId(), reportedAt });
  await store.insert(apiCallBatchEntity, { ...batch, id: createRowId(), reportedAt: null });
  await store.insert(apiCallDayEntity, { id: createRowId(), accountId: "a", day: "2023-11-20", calls: 1 });
  await store.insert(apiCallDayEntity, { id: createRowId(), accountId: "a", day: "2023-11-21", calls: 1 });
  expect(await cleanUp(parts, NOW)).toBe(2);
  expect(await store.find(apiCallBatchEntity, {})).toMatchObject([{ reportedAt: null }]);
  expect(await store.find(apiCallDayEntity, {})).toMatchObject([{ day: "2023-11-21" }]);
});

test("several processes can clean up at the same time", async () => {
  for (let row = 0; row < 30; row += 1) await insert("sessions", { expiresAt: getDateBefore(minutes(1)) });
  await Promise.all([cleanUp(parts, NOW), cleanUp(parts, NOW), cleanUp(parts, NOW)]);
  expect(await store.count(sessionEntity, {})).toBe(0);
});

test("cleanup runs shortly after the start and every hour; when the database is not available, it only logs a warning", async () => {
  vi.useFakeTimers();
  const queries: string[] = [];
  const find: OpenStore["find"] = (entity) => {
    queries.push(entity.table);
    return Promise.reject(new StoreUnavailableError("gone", null));
  };
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_about: unknown, text?: unknown) => warnings.push(String(text)),
  };
  const cleanup = startJob(createCleanupJob({ ...parts, store: { ...store, find }, log }), {
    firstAfter: SWEEP_FIRST_AFTER_MS,
  });
  expect(queries).toEqual([]);
  await vi.advanceTimersByTimeAsync(minutes(1));
  expect(queries).toEqual(["sessions"]);
  await vi.advanceTimersByTimeAsync(SWEEP_EVERY_MS);
  expect(queries).toHaveLength(2);
  expect(warnings).toHaveLength(2);
  await cleanup.stop();
  await vi.advanceTimersByTimeAsync(SWEEP_EVERY_MS * 3);
  expect(queries).toHaveLength(2);
  vi.useRealTimers();
});
