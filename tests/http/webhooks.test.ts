/** An account's own webhooks over HTTP: the calls, the page, and an event from its cause to the receiver. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { webhookDeliveryEntity } from "~/models/webhook-delivery.server";
import { webhookEndpointEntity } from "~/models/webhook-endpoint.server";
import { createApiClient, createBrowserWithSession, PASSWORD } from "../support/clients";
import { openCredentials, type Credentials, type SignedIn } from "../support/credentials";
import { makeTestUser } from "../support/users";
import { waitFor, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { WEBHOOK_ENDPOINTS_MAX } from "../../app/domain/webhook-endpoints";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}
type Verify = (headers: IncomingHttpHeaders, body: string, secret: string) => { type: string; data: unknown };

let product: Product;
let people: Credentials;
let owner: SignedIn;
let receiver: Server;
let target: string;
let received: Received[];
let status: number;
beforeAll(async () => {
  product = await shareProduct();
  people = await openCredentials(product);
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status).end("seen");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
beforeEach(async () => {
  owner = await people.signedIn();
  received = [];
  status = 200;
});
afterAll(async () => {
  receiver.close();
  await people.close();
});

interface Endpoint {
  id: string;
  secret: string;
}
interface Delivery {
  id: string;
  event: string;
  status: string;
  response_excerpt: string | null;
}

async function create(events: string[] = ["key.created"], call = owner.script): Promise<Endpoint> {
  const answer = await call("POST", "/api/webhook", { url: target, description: "Sync", events });
  expect(answer.status).toBe(200);
  return answer.data as unknown as Endpoint;
}

const waitForEvents = (count: number) =>
  waitFor(() => (received.length >= count ? received : null), "the webhooks");

const waitForDelivery = (id: string, wanted = "delivered") =>
  waitFor(async () => {
    const { data } = await owner.script("GET", `/api/webhook/${id}/deliveries`);
    return (data.deliveries as Delivery[]).find((delivery) => delivery.status === wanted);
  }, "the result of a delivery");

/** The sample of the documentation, as it is printed there. */
async function loadSample(): Promise<Verify> {
  const text = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
  const code = /```js\n(.*?)```/s.exec(text)?.[1] ?? "";
  const module = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`
  )) as { verifyWebhook: Verify };
  return module.verifyWebhook;
}

test("an event arrives signed: the documented sample accepts it, and rejects an altered one", async () => {
  const { id, secret } = await create();
  await owner.script("POST", "/api/key", { name: "A program", scope: ["usage:read"], password: PASSWORD });
  const [event] = await waitForEvents(1);
  const verify = await loadSample();
  const { headers, body } = event ?? { headers: {}, body: "" };
  expect(verify(headers, body, secret)).toMatchObject({ type: "key.created", data: { name: "A program" } });
  expect(() => verify(headers, body.replace("A program", "Another"), secret)).toThrow("not signed");
  expect(() => verify({ ...headers, "webhook-timestamp": "1" }, body, secret)).toThrow("too old");
  expect(await waitForDelivery(id)).toMatchObject({ type: "key.created", response_excerpt: "seen" });
});

test("the secret is in one answer only, and not in the database in plain text", async () => {
  const { id, secret } = await create();
  for (const path of ["/api/webhook", `/api/webhook/${id}`])
    expect(JSON.stringify((await owner.script("GET", path)).body)).not.toContain(secret.slice(6));
  const row = await people.store.findOne(webhookEndpointEntity, { id });
  expect(row?.secret).not.toContain(secret.slice(6));
});

test("a delivered event can be sent again under the same id, and then at once, instead of at its next attempt", async () => {
  const { id } = await create();
  await owner.script("POST", `/api/webhook/${id}/test`);
  const delivery = await waitForDelivery(id);
  status = 500;
  const replay = () => owner.script("POST", `/api/webhook/${id}/replay`, { delivery: delivery.id });
  expect((await replay()).status).toBe(200);
  const events = await waitForEvents(2);
  expect(events.map(({ headers }) => headers["webhook-id"])).toEqual([delivery.event, delivery.event]);
  await waitForDelivery(id, "waiting");
  status = 200;
  expect((await replay()).status).toBe(200);
  expect(await waitForDelivery(id)).toMatchObject({ id: delivery.id, attempts: 1 });
  expect(received).toHaveLength(3);
});

test("an event that is being sent cannot be sent again meanwhile", async () => {
  const { id } = await create();
  await owner.script("POST", `/api/webhook/${id}/test`);
  const delivery = await waitForDelivery(id);
  const claimed = { status: "waiting", lockedUntil: new Date(Date.now() + 60_000) } as const;
  await people.store.update(webhookDeliveryEntity, { id: delivery.id }, claimed);
  const answer = await owner.script("POST", `/api/webhook/${id}/replay`, { delivery: delivery.id });
  expect(answer).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("right now") as string },
  });
});

test("turning an endpoint off holds what waits, and turning it on sends it", async () => {
  const { id } = await create();
  status = 500;
  await owner.script("POST", `/api/webhook/${id}/test`);
  await waitForDelivery(id, "waiting");
  await waitForEvents(1);
  const turn = (active: boolean) => owner.script("PATCH", `/api/webhook/${id}`, { active });
  expect((await turn(false)).data).toMatchObject({ active: false, held: 1 });
  expect(await waitForDelivery(id, "held")).toMatchObject({ next_attempt_at: null });
  status = 200;
  expect((await turn(true)).data).toMatchObject({ active: true, held: 1 });
  expect(await waitForDelivery(id)).toMatchObject({ type: "webhook.test" });
  expect(received).toHaveLength(2);
});

test("the page says that the last delivery failed, and from the second on that every one has", async () => {
  const browser = createBrowserWithSession(product, owner.cookie);
  const { id } = await create();
  status = 500;
  const fail = async (count: number) => {
    await owner.script("POST", `/api/webhook/${id}/test`);
    await waitForEvents(count);
    await waitFor(async () => {
      const row = await people.store.findOne(webhookEndpointEntity, { id });
      const failed = await people.store.count(webhookDeliveryEntity, {
        endpointId: id,
        failure: "status",
      });
      return row?.failingSince && failed === count ? row : null;
    }, "the failure");
    return (await browser.get(`/account/webhooks/edit?id=${id}`)).html;
  };
  expect(await fail(1)).toContain("The last delivery failed");
  const html = await fail(2);
  expect(html).toContain("Every delivery has failed since");
  expect(html).not.toContain("The last delivery failed");
});

test("after a rotation, the previous secret and the new one both verify", async () => {
  const { id, secret } = await create();
  const rotated = (await owner.script("POST", `/api/webhook/${id}/rotate`)).data as unknown as Endpoint;
  expect(rotated.secret).not.toBe(secret);
  await owner.script("POST", `/api/webhook/${id}/test`);
  const [event] = await waitForEvents(1);
  const verify = await loadSample();
  for (const known of [secret, rotated.secret])
    expect(verify(event?.headers ?? {}, event?.body ?? "", known).type).toBe("webhook.test");
});

test("an endpoint that is turned off receives nothing until it is turned on", async () => {
  const { id } = await create();
  const turn = (active: boolean) => owner.script("PATCH", `/api/webhook/${id}`, { active });
  expect((await turn(false)).data).toMatchObject({ active: false, status: "off" });
  expect((await owner.script("POST", `/api/webhook/${id}/test`)).status).toBe(409);
  expect((await turn(true)).data).toMatchObject({ active: true, status: "active" });
  expect((await owner.script("POST", `/api/webhook/${id}/test`)).status).toBe(200);
  await waitForEvents(1);
});

test("an endpoint has to show that it works after each change of its URL, and after failures also when it is turned on again", async () => {
  const { id } = await create();
  const change = (fields: object) => owner.script("PATCH", `/api/webhook/${id}`, fields);
  const readRow = () => people.store.findOne(webhookEndpointEntity, { id });
  const deliver = async (wanted: "delivered" | "waiting") => {
    await owner.script("POST", `/api/webhook/${id}/test`);
    await waitForDelivery(id, wanted);
    return waitFor(async () => {
      const row = await readRow();
      return row && (row.workingSince ?? row.failingSince) ? row : null;
    }, "the endpoint's state");
  };
  expect((await deliver("delivered")).workingSince).not.toBeNull();
  await change({ url: target, description: "The same URL" });
  expect((await readRow())?.workingSince).not.toBeNull();
  status = 500;
  await change({ url: `${target}?moved` });
  expect(await readRow()).toMatchObject({ workingSince: null, failingSince: null });
  expect(await deliver("waiting")).toMatchObject({
    workingSince: null,
    failingSince: expect.any(Date) as Date,
  });
  await change({ active: false });
  await change({ active: true });
  expect(await readRow()).toMatchObject({ workingSince: null, failingSince: null });
});

test("deleting an endpoint deletes its log", async () => {
  const { id } = await create();
  await owner.script("POST", `/api/webhook/${id}/test`);
  expect((await owner.script("DELETE", `/api/webhook/${id}`)).status).toBe(200);
  expect(await people.store.count(webhookDeliveryEntity, { endpointId: id })).toBe(0);
  expect((await owner.script("GET", `/api/webhook/${id}`)).status).toBe(404);
});

test("an account can have five endpoints, also with requests at once", async () => {
  const send = () => owner.script("POST", "/api/webhook", { url: target, events: ["user.joined"] });
  const answers = await Promise.all(Array.from({ length: WEBHOOK_ENDPOINTS_MAX + 3 }, send));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(WEBHOOK_ENDPOINTS_MAX);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(3);
});

describe("another account's endpoint", () => {
  test.each([
    ["GET", "", undefined],
    ["PATCH", "", { active: false }],
    ["DELETE", "", undefined],
    ["POST", "/rotate", {}],
    ["POST", "/test", {}],
    ["GET", "/deliveries", undefined],
    ["POST", "/replay", { delivery: "any" }],
  ])("%s %s answers 404", async (method, path, body) => {
    const { id } = await create();
    const stranger = await makeTestUser(people.store, {
      permission: "developer",
      isVerified: true,
      subscription: "active",
    });
    const call = createApiClient(product, stranger.token);
    expect((await call(method, `/api/webhook/${id}${path}`, body)).status).toBe(404);
    expect((await owner.script("GET", `/api/webhook/${id}`)).data).toMatchObject({ status: "active" });
  });
});

test.each([
  ["https://user:secret@example.com/", "url"],
  ["ftp://example.com/", "url"],
  ["javascript:alert(1)", "url"],
  [`https://example.com/${"x".repeat(2048)}`, "url"],
])("%s is no URL for webhooks", async (url, inputError) => {
  const answer = await owner.script("POST", "/api/webhook", { url, events: ["user.joined"] });
  expect(answer).toMatchObject({ status: 400, body: { inputError } });
});

test("the pages work without scripts: the secret is shown once, and the log shows the result", async () => {
  const browser = createBrowserWithSession(product, owner.cookie);
  const form = { url: target, description: "My server", events: "user.joined" };
  const created = await browser.post("/account/webhooks/create", form);
  expect(created.html).toContain("whsec_");
  const [row] = await people.store.find(webhookEndpointEntity, { accountId: owner.accountId });
  const page = `/account/webhooks/edit?id=${row?.id ?? ""}`;
  expect((await browser.get("/account/webhooks")).html).toContain("My server");
  await browser.post(page, { intent: "test", id: row?.id ?? "" });
  const { id } = await waitForDelivery(row?.id ?? "");
  const detail = (await browser.get(`${page}&delivery=${id}`)).html;
  expect(detail).toContain("Delivered");
  expect(detail).not.toContain("whsec_");
});
