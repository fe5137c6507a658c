/** Every event that an endpoint can subscribe to: it arrives after the act that causes it, as the documentation says. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "~/domain/paths";
import { ACCOUNT_EVENTS, type AccountEvent } from "~/domain/webhook-endpoints";
import { createBrowser, createVerifiedUser, PASSWORD, type Call } from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";
import { join, type TeamMember } from "../support/team";
import { WEBHOOK_POLL_MS } from "../../app/services/platform/account-events/webhook-job.server";

interface Received {
  type: AccountEvent;
  data: Record<string, unknown>;
  at: number;
}

let product: Product;
let receiver: Server;
let owner: TeamMember;
let received: Received[] = [];
/** Every type that a test has seen. */
const seen = new Set<string>();

beforeAll(async () => {
  product = await startProduct({ WEBHOOKS_TO_PRIVATE_NETWORKS: "on" });
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ ...(JSON.parse(body) as Received), at: Date.now() });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  owner = await makeOwnerOnPro("owner@example.com");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { status } = await owner.call("POST", "/api/webhook", { url, events: ACCOUNT_EVENTS });
  expect(status).toBe(200);
});
afterAll(async () => {
  receiver.close();
  await product.stop();
});

/** Does something, and returns the data of the event that follows. */
async function listen(type: AccountEvent, act: () => Promise<unknown>): Promise<Record<string, unknown>> {
  received = [];
  await act();
  const event = await waitFor(() => received.find((one) => one.type === type), `the event ${type}`);
  seen.add(type);
  return event.data;
}

const call = async (method: string, path: string, ...[body, by = owner.call]: [body?: object, by?: Call]) => {
  const answer = await by(method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.message}`).toBe(200);
  return answer.data;
};

test("billing: another plan, and the invoice that is paid with it", async () => {
  const changed = await listen("plan.changed", () => call("PATCH", "/api/account/plan", { plan: "scale" }));
  expect(changed).toEqual({ plan: "scale", previous_plan: "pro" });
  const renewed = await listen("invoice.paid", turnMonth);
  expect(renewed).toMatchObject({ id: expect.stringMatching(/^in_/) as string, currency: "usd" });
});

test("members: joined, another role, removed and left", async () => {
  let ada = owner;
  const joined = await listen("user.joined", async () => {
    ada = await join(product, owner.call, { email: "ada@example.com", name: "Ada" });
  });
  expect(joined).toEqual({ id: ada.id, name: "Ada", email: "ada@example.com", role: "user" });
  const changed = await listen("user.role_changed", () =>
    call("PATCH", `/api/user/${ada.id}`, { permission: "admin" }),
  );
  expect(changed).toEqual({ ...joined, role: "admin", previous_role: "user" });
  const several = await listen("user.role_changed", () =>
    call("POST", "/api/account/users/actions", { action: "role", ids: [ada.id], permission: "developer" }),
  );
  expect(several).toMatchObject({ role: "developer", previous_role: "admin" });
  const removed = await listen("user.removed", () => call("DELETE", `/api/user/${ada.id}`));
  expect(removed).toEqual({ ...joined, role: "developer", reason: "removed" });

  const alan = await join(product, owner.call, { email: "alan@example.com", name: "Alan" });
  const left = await listen("user.removed", () =>
    call("DELETE", `/api/user/${alan.id}`, undefined, alan.call),
  );
  expect(left).toMatchObject({ id: alan.id, reason: "left" });
});

test("a user who deletes their profile has left", async () => {
  const grace = await join(product, owner.call, { email: "grace@example.com", name: "Grace" });
  const confirmation = { confirmation: "grace@example.com", password: PASSWORD };
  const left = await listen("user.removed", () => call("DELETE", "/api/user", confirmation, grace.call));
  expect(left).toMatchObject({ id: grace.id, reason: "left" });
});

test("keys: created, rotated, revoked and deleted", async () => {
  let id = "";
  const created = await listen("key.created", async () => {
    const key = { name: "A program", scope: ["usage:read"], password: PASSWORD };
    id = String((await call("POST", "/api/key", key)).id);
  });
  expect(created).toEqual({ id, name: "A program" });
  const rotate = () => call("POST", `/api/key/${id}/rotate`, { password: PASSWORD });
  expect(await listen("key.rotated", rotate)).toEqual(created);
  expect(await listen("key.revoked", () => call("PATCH", `/api/key/${id}`, { active: false }))).toEqual(
    created,
  );
  expect(await listen("key.deleted", () => call("DELETE", "/api/key", { ids: [id] }))).toEqual({
    keys: [created],
  });
});

test("an event leaves at once: a receiver need not wait for the worker's next look", async () => {
  await listen("key.created", () =>
    call("POST", "/api/key", { name: "Warm", scope: ["usage:read"], password: PASSWORD }),
  );
  const waits: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    let doneAt = 0;
    await listen("key.created", async () => {
      await call("POST", "/api/key", { name: `Timed ${time}`, scope: ["usage:read"], password: PASSWORD });
      doneAt = Date.now();
    });
    waits.push((received[0]?.at ?? Infinity) - doneAt);
  }
  // Without being woken, the worker would take half its interval on average, and at least one of five longer.
  expect(Math.max(...waits)).toBeLessThan(WEBHOOK_POLL_MS / 2);
});

test("billing: an invoice that could not be paid", async () => {
  const failed = await listen("invoice.payment_failed", async () => {
    const next = { intent: "next_payment", outcome: "fails" };
    expect((await createBrowser(product).post(paths.devBilling, next)).status).toBe(302);
    await turnMonth();
  });
  expect(Number(failed.amount_due)).toBeGreaterThan(0);
});

test("each event of the list has arrived here, and is documented", () => {
  expect([...seen].sort()).toEqual([...ACCOUNT_EVENTS].sort());
  const documentation = readFileSync(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
  for (const type of ACCOUNT_EVENTS) expect(documentation).toContain(`\`${type}\``);
});

/** The sandbox's clock moves to the next renewal, and on: an invoice of API calls is a draft for an hour. */
async function turnMonth(): Promise<void> {
  for (const to of ["month", "day"]) {
    const jump = { intent: "clock", to };
    expect((await createBrowser(product).post(paths.devBilling, jump)).status).toBe(302);
  }
}

/** Pro costs less than the plan that the test changes to, so that the account has no credit. */
async function makeOwnerOnPro(email: string): Promise<TeamMember> {
  const { call: own, token } = await createVerifiedUser(product, email, "Olivia Owner");
  await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" }, own);
  return { call: own, token, email, id: String((await own("GET", "/api/user")).data.id) };
}
