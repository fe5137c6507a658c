/** Accounts whose servers do not answer delay their own webhooks and nobody else's: a real store, real requests. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Store } from "~/models/store/store";
import { ANY_ENTITIES } from "~/models/all-entities";
import { createWebhookSender } from "~/gateways/webhooks/post-webhook";
import { createWebhookSecret } from "~/gateways/webhooks/signature";
import type { OpenStore } from "~/models/store/database";
import {
  webhookEndpointEntity,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpointRow,
} from "~/models/webhook-endpoint.server";
import { startJob } from "../../../../tests/support/jobs";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../../tests/support/users";
import { makeApp } from "../../../../tests/support/services";
import type { App } from "../app.server";
import { recordAccountEventFor } from "./record-account-event.server";
import { createWebhookJob } from "./webhook-job.server";
import { ACCOUNT_WEBHOOKS_AT_ONCE } from "./delivery-places.server";

const FOLDER = mkdtempSync(join(tmpdir(), "webhook-turns-"));

let store: OpenStore;
let app: App;
let secret: string;
const servers: Server[] = [];
beforeAll(async () => {
  store = await openMigratedStore(FOLDER);
  app = makeApp({ store, folder: FOLDER });
  secret = app.secrets.encrypt("webhook", createWebhookSecret());
});
beforeEach(async () => {
  for (const name of ["webhookDeliveries", "webhookEndpoints"] as const)
    await store.remove(ANY_ENTITIES[name], { id: { not: "none" } });
});
afterEach(() => {
  // The requests without an answer end with their connections.
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(async () => {
  await store.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** One process. */
function startProcess() {
  return startJob(
    createWebhookJob({
      ...app,
      sender: createWebhookSender({ targets: { allowsPrivate: true, local: null } }),
    }),
  );
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const makeAccount = async () =>
  (await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" })).accountId;

function addEndpoint(inside: Store, accountId: string, url: string): Promise<WebhookEndpointRow> {
  const what = { url, description: null, events: "key.created", secret };
  return createWebhookEndpoint(inside, { accountId, ...what });
}

const sendTest = (inside: Store, endpoint: WebhookEndpointRow) =>
  recordAccountEventFor(inside, endpoint, { type: "webhook.test", data: { endpoint: endpoint.id } });

/** Deletes the account's endpoints and registers five, each with an event that is due. */
async function registerAgain(accountId: string, url: string): Promise<void> {
  await store.transaction(async (inside) => {
    for (const endpoint of await listWebhookEndpoints(inside, { accountId }))
      await deleteWebhookEndpoint(inside, endpoint);
    for (let count = 0; count < 5; count += 1)
      await sendTest(inside, await addEndpoint(inside, accountId, url));
  });
}

/** An account whose endpoint has answered before, and what sends it an event: it returns how long that took, in milliseconds. */
async function makeHonest(wake: () => void) {
  let arrive = (): void => undefined;
  const url = await listen((_request, response) => {
    response.end();
    arrive();
  });
  const endpoint = await addEndpoint(store, await makeAccount(), url);
  const time = async (): Promise<number> => {
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await sendTest(store, endpoint);
    const startedAt = performance.now();
    wake();
    await arrived;
    return performance.now() - startedAt;
  };
  await time();
  await vi.waitFor(async () => {
    const row = await store.findOne(webhookEndpointEntity, { id: endpoint.id });
    expect(row?.workingSince).not.toBeNull();
  });
  return time;
}

test.each([
  { accounts: 12, rounds: 2 },
  { accounts: 40, rounds: 1 },
])(
  "next to $accounts accounts with five silent endpoints, registered again every second, an event arrives within a second",
  async ({ accounts, rounds }) => {
    const worker = startProcess();
    const timeHonest = await makeHonest(worker.wake);
    const silent = await listen(() => undefined);
    const others = await Promise.all(Array.from({ length: accounts }, makeAccount));
    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const accountId of others) await registerAgain(accountId, silent);
      worker.wake();
      for (let time = 0; time < 4; time += 1) {
        await pause(150);
        waits.push(await timeHonest());
      }
    }
    expect(Math.max(...waits)).toBeLessThan(1000);
    const stopping = worker.stop();
    for (const server of servers) server.closeAllConnections();
    await stopping;
  },
);

test("of one account, all processes together send two events at a time, and of each endpoint one", async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const paths: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    paths.push(request.url);
    void answered.then(() => response.end());
  });
  const accountId = await makeAccount();
  for (let count = 0; count < 3; count += 1) {
    const endpoint = await addEndpoint(store, accountId, `${url}${count}`);
    for (let times = 0; times < 2; times += 1) await sendTest(store, endpoint);
  }
  const first = startProcess();
  await vi.waitFor(() => expect(paths).toHaveLength(ACCOUNT_WEBHOOKS_AT_ONCE));
  const second = startProcess();
  await second.stop();
  expect(new Set(paths).size).toBe(ACCOUNT_WEBHOOKS_AT_ONCE);
  expect(paths).toHaveLength(ACCOUNT_WEBHOOKS_AT_ONCE);
  answer();
  await vi.waitFor(() => expect(paths).toHaveLength(6));
  await first.stop();
});
