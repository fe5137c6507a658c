/** Delivering webhooks over a real store, with a clock that the test moves and servers that it controls. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Store } from "~/models/store/store";
import { ANY_ENTITIES } from "~/models/all-entities";
import { subscriptionEntity } from "~/models/subscription.server";
import { mailEntity } from "~/models/mail.server";
import {
  holdWaitingDeliveries,
  releaseHeldDeliveries,
  webhookDeliveryEntity,
} from "~/models/webhook-delivery.server";
import { days, hours } from "~/domain/limits";
import type { OutgoingWebhook, WebhookResult } from "~/gateways/webhooks/post-webhook";
import { createWebhookSecret } from "~/gateways/webhooks/signature";
import type { OpenStore } from "~/models/store/database";
import {
  webhookEndpointEntity,
  createWebhookEndpoint,
  getEndpointState,
  rotateEndpointSecret,
} from "~/models/webhook-endpoint.server";
import { startJob } from "../../../../tests/support/jobs";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { makeTestUser, type TestUser } from "../../../../tests/support/users";
import { makeApp } from "../../../../tests/support/services";
import { recordAccountEvent } from "./record-account-event.server";
import { createWebhookJob } from "./webhook-job.server";
import { WEBHOOK_DISABLED_AFTER_MS, WEBHOOK_RETRY_WAITS_MS } from "./deliver-webhook.server";

const FOLDER = mkdtempSync(join(tmpdir(), "webhooks-"));
const KEY = { id: "k1", name: "A key" };
const OK: WebhookResult = { kind: "answered", status: 200, excerpt: "" };
const BROKEN: WebhookResult = { kind: "answered", status: 500, excerpt: "oops" };

let store: OpenStore;
let owner: TestUser;
let clock: Date;
let sent: OutgoingWebhook[];
let answer: (webhook: OutgoingWebhook) => WebhookResult | Promise<WebhookResult>;

beforeAll(async () => {
  store = await openMigratedStore(FOLDER);
});
afterAll(async () => {
  await store.close();
  rmSync(FOLDER, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of ["webhookDeliveries", "webhookEndpoints", "mails"] as const)
    await store.remove(ANY_ENTITIES[name], { id: { not: "none" } });
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  clock = new Date();
  sent = [];
  answer = () => OK;
});

const app = () => makeApp({ store, folder: FOLDER });

/** Runs a worker until nothing is due, and stops it. */
async function deliverDue(): Promise<void> {
  const { secrets, config } = app();
  const log = { info: vi.fn(), warn: vi.fn() };
  const sender = {
    post: async (webhook: OutgoingWebhook) => {
      sent.push(webhook);
      return answer(webhook);
    },
  };
  const job = createWebhookJob({ store, secrets, config, log, sender, now: () => clock });
  const worker = startJob(job, { every: 60_000 });
  const isFree = { status: "waiting", dueAt: { lte: clock }, lockedUntil: { lte: clock } } as const;
  await vi.waitFor(async () => expect(await store.count(webhookDeliveryEntity, isFree)).toBe(0));
  await worker.stop();
}

async function addEndpoint(url = "https://hooks.example.com/", events = "key.created") {
  const secret = app().secrets.encrypt("webhook", createWebhookSecret());
  return createWebhookEndpoint(store, { accountId: owner.accountId, url, description: null, events, secret });
}

const record = (key?: string, within: Store = store) =>
  recordAccountEvent(within, {
    accountId: owner.accountId,
    type: "key.created",
    data: KEY,
    ...(key !== undefined && { key }),
  });

async function getDelivery() {
  const [row] = await store.find(webhookDeliveryEntity, {});
  if (!row) throw new Error("there is no delivery");
  return row;
}

const passTime = (ms: number) => (clock = new Date(clock.getTime() + ms));

test("an event of a transaction that fails is not sent", async () => {
  await addEndpoint();
  const failing = store.transaction(async (inside) => {
    await record(undefined, inside);
    throw new Error("no key after all");
  });
  await expect(failing).rejects.toThrow("no key after all");
  expect(await store.count(webhookDeliveryEntity, {})).toBe(0);
});

test("an event is stored for each endpoint that subscribes to it and is on, and with a key only once", async () => {
  await addEndpoint();
  await addEndpoint("https://other.example.com/", "key.created user.joined");
  await addEndpoint("https://third.example.com/", "user.joined");
  const off = await addEndpoint();
  await store.update(webhookEndpointEntity, { id: off.id }, { disabledAt: new Date() });
  await record("once");
  await record("once");
  expect(await store.count(webhookDeliveryEntity, {})).toBe(2);
});

test("a delivery is retried after each wait with the same id, and then fails", async () => {
  await addEndpoint();
  answer = () => BROKEN;
  await record();
  passTime(1000);
  for (const wait of WEBHOOK_RETRY_WAITS_MS) {
    await deliverDue();
    const row = await getDelivery();
    expect([row.status, row.dueAt.getTime() - clock.getTime()]).toEqual(["waiting", wait]);
    passTime(wait);
  }
  await deliverDue();
  const last = { status: "failed", failure: "status", responseStatus: 500, responseExcerpt: "oops" };
  expect(await getDelivery()).toMatchObject({ ...last, attempts: WEBHOOK_RETRY_WAITS_MS.length + 1 });
  expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("several workers send an event once", async () => {
  await addEndpoint();
  await record();
  passTime(1000);
  await Promise.all([deliverDue(), deliverDue(), deliverDue()]);
  expect(sent).toHaveLength(1);
  expect(await getDelivery()).toMatchObject({ status: "delivered", attempts: 1, failure: null });
});

test("a slow server does not hold up the others", async () => {
  await addEndpoint("https://slow.example.com/");
  await addEndpoint("https://quick.example.com/");
  let release = (): void => undefined;
  const slow = new Promise<WebhookResult>((resolve) => (release = () => resolve(OK)));
  answer = ({ url }) => (url.includes("slow") ? slow : OK);
  for (let times = 0; times < 3; times += 1) await record();
  passTime(1000);
  const delivering = deliverDue();
  await vi.waitFor(async () =>
    expect(await store.count(webhookDeliveryEntity, { status: "delivered" })).toBe(3),
  );
  expect(sent.filter(({ url }) => url.includes("slow"))).toHaveLength(1);
  release();
  await delivering;
  expect(sent).toHaveLength(6);
});

test("an endpoint that fails for five days is turned off with its deliveries, and its owner gets one mail", async () => {
  const { id } = await addEndpoint();
  answer = () => ({ kind: "timeout" });
  await record();
  passTime(1000);
  await deliverDue();
  expect((await store.findOne(webhookEndpointEntity, { id }))?.failingSince).toEqual(clock);
  passTime(WEBHOOK_DISABLED_AFTER_MS + 1);
  await record();
  await deliverDue();
  const endpoint = await store.findOne(webhookEndpointEntity, { id });
  expect(endpoint).toMatchObject({ disabledAt: clock, disabledBecause: "failing" });
  expect(await store.count(webhookDeliveryEntity, { status: "waiting" })).toBe(0);
  expect(await store.find(mailEntity, {})).toMatchObject([{ template: "webhook_disabled" }]);
});

test("an event that was claimed while its endpoint was turned off is held, or waits on when it is on again", async () => {
  const { id, accountId } = await addEndpoint();
  const off = { disabledAt: clock, disabledBecause: "off" } as const;
  await record();
  passTime(1000);
  await store.update(webhookEndpointEntity, { id }, off);
  await deliverDue();
  expect(await getDelivery()).toMatchObject({ status: "held", attempts: 0, failure: null });
  expect(sent).toHaveLength(0);

  await store.update(webhookEndpointEntity, { id }, { disabledAt: null, disabledBecause: null });
  expect(await releaseHeldDeliveries(store, { accountId, endpointId: id }, clock)).toBe(1);
  await deliverDue();
  expect(await getDelivery()).toMatchObject({ status: "delivered", attempts: 1 });
});

test("the result of an attempt counts although its endpoint was turned off meanwhile", async () => {
  const { id, accountId } = await addEndpoint();
  answer = async () => {
    await holdWaitingDeliveries(store, { accountId, endpointId: id });
    return OK;
  };
  await record();
  passTime(1000);
  await deliverDue();
  expect(await getDelivery()).toMatchObject({ status: "delivered", failure: null });
});

test("of two rotations that read the same secret, one succeeds", async () => {
  const { id } = await addEndpoint();
  for (const hour of [1, 2]) {
    const read = await store.findOne(webhookEndpointEntity, { id });
    if (!read) throw new Error("the endpoint is gone");
    const rotate = (secret: string) =>
      rotateEndpointSecret(store, read, { secret, endsAt: new Date(clock.getTime() + hours(hour)) });
    expect(await rotate("first")).toBe(true);
    expect(await rotate("second")).toBe(false);
    const after = { secret: "first", formerSecret: read.secret };
    expect(await store.findOne(webhookEndpointEntity, { id })).toMatchObject(after);
  }
});

test("an endpoint works from its first success until a failure", async () => {
  const { id } = await addEndpoint();
  const deliver = async (result: WebhookResult) => {
    answer = () => result;
    await record();
    passTime(1000);
    await deliverDue();
    const row = await store.findOne(webhookEndpointEntity, { id });
    return row && { state: getEndpointState(row), since: row.workingSince };
  };
  expect(await store.findOne(webhookEndpointEntity, { id })).toMatchObject({ workingSince: null });
  const first = await deliver(OK);
  expect(first).toEqual({ state: "working", since: clock });
  expect(await deliver(OK)).toEqual(first);
  expect(await deliver(BROKEN)).toEqual({ state: "failing", since: null });
  expect(await deliver(OK)).toEqual({ state: "working", since: clock });
});

test("a success ends the time of failures", async () => {
  const { id } = await addEndpoint();
  await store.update(webhookEndpointEntity, { id }, { failingSince: new Date(clock.getTime() - days(4)) });
  await record();
  passTime(1000);
  await deliverDue();
  expect((await store.findOne(webhookEndpointEntity, { id }))?.failingSince).toBeNull();
});

test("a lapsed account's events are kept as failed; those about its billing are sent", async () => {
  await addEndpoint(undefined, "key.created plan.changed");
  await store.update(subscriptionEntity, { id: owner.accountId }, { status: "canceled" });
  await record();
  const data = { plan: "free", previous_plan: "pro" };
  await recordAccountEvent(store, { accountId: owner.accountId, type: "plan.changed", data });
  passTime(1000);
  await deliverDue();
  expect(sent.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(["plan.changed"]);
  const kept = await store.findOne(webhookDeliveryEntity, { type: "key.created" });
  expect(kept).toMatchObject({ status: "failed", failure: "lapsed" });
});

test("after a rotation two secrets sign until the overlap ends, and then one", async () => {
  const endpoint = await addEndpoint();
  const secret = app().secrets.encrypt("webhook", createWebhookSecret());
  const endsAt = new Date(clock.getTime() + hours(1));
  await rotateEndpointSecret(store, endpoint, { secret, endsAt });
  await record();
  passTime(1000);
  await deliverDue();
  await record();
  passTime(hours(1));
  await deliverDue();
  const counts = sent.map(({ headers }) => headers["webhook-signature"]?.split(" ").length);
  expect(counts).toEqual([2, 1]);
});
