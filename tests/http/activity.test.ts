/** The account's activity log: its entries, who may read it, and its pages. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { createCursor } from "~/domain/cursors";
import { openStage, type Stage } from "../support/impersonation";
import { createUserOnFreePlan } from "../support/clients";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
let stage: Stage;
beforeAll(async () => {
  product = await shareProduct();
  stage = await openStage(product);
});
afterAll(async () => {
  await stage.close();
});

async function write(accountId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await stage.store.insert(auditEntity, {
      id: uuid(),
      accountId,
      actorId: uuid(),
      actorName: "Ada <b>Lovelace</b>",
      impersonatorId: null,
      impersonatorName: null,
      action: "invited",
      target: `person${index}@example.com`,
      ip: "127.0.0.1",
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
    });
  }
}

interface Answer {
  activity: { target: string }[];
  next: string | null;
  previous: string | null;
}

test("an account without activity has an empty log, and the page shows an empty state", async () => {
  const owner = await stage.person("owner");
  const { data } = await owner.call("GET", "/api/account/activity");
  expect(data).toEqual({ activity: [], next: null, previous: null });
  expect((await owner.browser.get("/account/activity")).html).toContain("No activity yet");
});

test("the first entry of an account's log names the user who created it", async () => {
  const { call } = await createUserOnFreePlan(product, "maker@example.com", "Grace Hopper");
  const { data } = await call("GET", "/api/account/activity");
  expect(data.activity).toMatchObject([{ action: "account_created", name: "Grace Hopper" }]);
});

test("the log is paged newest first, forwards and backwards", async () => {
  const owner = await stage.person("owner");
  await write(owner.accountId, 30);
  const first = (await owner.call("GET", "/api/account/activity")).data as unknown as Answer;
  expect(first.activity.map(({ target }) => target).slice(0, 2)).toEqual([
    "person29@example.com",
    "person28@example.com",
  ]);
  expect(first.previous).toBeNull();
  const after = `/api/account/activity?after=${first.next}`;
  const second = (await owner.call("GET", after)).data as unknown as Answer;
  expect(second.activity).toHaveLength(5);
  expect(second.next).toBeNull();
  const back = await owner.call("GET", `/api/account/activity?before=${second.previous}`);
  expect(back.data).toEqual(first);
  const page = await owner.browser.get("/account/activity");
  expect(page.html).toContain(`?after=${first.next}`);
  expect(page.html).toContain("Sent an invitation");
  expect(page.html).not.toContain("<b>Lovelace");
});

test("a cursor from another account gives none of its entries", async () => {
  const [ours, theirs] = [await stage.person("owner"), await stage.person("owner")];
  await write(theirs.accountId, 30);
  const { data } = await theirs.call("GET", "/api/account/activity");
  for (const at of [`after=${String(data.next)}`, `before=${String(data.next)}`])
    expect((await ours.call("GET", `/api/account/activity?${at}`)).data.activity).toEqual([]);
});

const FOREIGN_CURSORS = [
  createCursor({ by: "nameKey", value: "ada", id: uuid(), rank: 0 }),
  createCursor({ by: "createdAt", value: "x\0", id: uuid(), rank: 0 }),
  createCursor({ by: "createdAt", value: new Date(), id: "x".repeat(300), rank: 0 }),
];

test.each(["%00", "x".repeat(3000), "", "%F0%9F%98%80", uuid(), ...FOREIGN_CURSORS])(
  "a text that is no cursor of the list is refused by the call, and never breaks the page: %s",
  async (text) => {
    const owner = await stage.person("owner");
    for (const name of ["after", "before"]) {
      const path = `activity?${name}=${text}`;
      expect((await owner.call("GET", `/api/account/${path}`)).status).toBe(400);
      expect((await owner.browser.get(`/account/${path}`)).status).toBeLessThan(500);
    }
    const { message, body } = await owner.call("GET", "/api/account/activity?after=nothing");
    expect(body).toMatchObject({ inputError: "after" });
    expect(message).toMatch(/^This cursor doesn't belong to this list/);
  },
);

test("owners and admins can read the log; developers and users cannot", async () => {
  for (const [permission, status] of [
    ["owner", 200],
    ["admin", 200],
    ["developer", 403],
    ["user", 403],
  ] as const) {
    const person = await stage.person(permission);
    expect((await person.call("GET", "/api/account/activity")).status, permission).toBe(status);
    const navigation = (await person.browser.get("/account")).html;
    expect(navigation.includes("/account/activity"), permission).toBe(status === 200);
  }
});

test("granting support access is logged with its end, and revoking it is logged once", async () => {
  const owner = await stage.person("owner");
  await owner.call("PATCH", "/api/user", { support_enabled: true, support_hours: 1 });
  await owner.call("PATCH", "/api/user", { support_enabled: false });
  await owner.call("PATCH", "/api/user", { support_enabled: false });
  const { activity } = (await owner.call("GET", "/api/account/activity")).data as unknown as Answer;
  expect(activity).toMatchObject([{ action: "support_refused" }, { action: "support_allowed" }]);
  expect(activity[1]?.target).toMatch(/^\d{4}-\d{2}-\d{2}T/);
});
