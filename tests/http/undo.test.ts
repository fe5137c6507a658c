/** Undo of what a form has done, without scripts: the notice of the next page has a form that brings it back. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { webhookDeliveryEntity } from "~/models/webhook-delivery.server";
import { userEntity } from "~/models/user.server";
import { membershipEntity } from "~/models/membership.server";
import { accountEntity } from "~/models/account.server";
import type { OpenStore } from "~/models/store/database";
import { createApiClient, createBrowserWithSession, type Browser, type PageAnswer } from "../support/clients";
import { addMember } from "../support/members";
import { makeTestUser, makeSession, type TestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
let owner: TestUser;
let browser: Browser;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
beforeEach(async () => {
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  browser = createBrowserWithSession(product, owner.cookie);
});
afterAll(async () => {
  await store.close();
});

const USERS = "/account/users";

test("a change of the role can be undone once, and only by the form that was offered", async () => {
  const member = await join("user");
  await browser.post(USERS, { intent: "change-role", id: member.userId, permission: "admin" });
  const undo = readUndo(await browser.get(USERS));
  expect(undo).toEqual({
    action: USERS,
    fields: { intent: "change-role", id: member.userId, permission: "user", undo: "true" },
  });
  expect((await browser.get(USERS)).html).not.toContain("Undo");

  await browser.post(undo.action, undo.fields);
  const page = await browser.get(USERS);
  expect(page.html).toContain("The change has been undone.");
  expect(page.html).not.toContain(">Undo<");
  expect(await readRole(member)).toBe("user");
});

test("a change of the role that has withdrawn an offer of ownership has no Undo", async () => {
  const admin = await join("admin");
  await store.update(accountEntity, { id: owner.accountId }, { ownerOfferedTo: admin.userId });
  await browser.post(USERS, { intent: "change-role", id: admin.userId, permission: "user" });
  const page = await browser.get(USERS);
  expect(page.html).toContain("The role has been changed.");
  expect(page.html).not.toContain(">Undo<");
});

test("a role that is chosen again has nothing to undo", async () => {
  const member = await join("user");
  await browser.post(USERS, { intent: "change-role", id: member.userId, permission: "user" });
  expect((await browser.get(USERS)).html).not.toContain(">Undo<");
});

test("Undo is refused to a user who has lost the role meanwhile", async () => {
  const member = await join("user");
  const admin = await join("admin");
  const theirs = createBrowserWithSession(product, admin.cookie);
  await theirs.post(USERS, { intent: "change-role", id: member.userId, permission: "developer" });
  const undo = readUndo(await theirs.get(USERS));
  await store.update(
    membershipEntity,
    { userId: admin.userId, accountId: owner.accountId },
    { role: "user" },
  );
  await theirs.post(undo.action, undo.fields);
  expect(await readRole(member)).toBe("developer");
});

test("notifications: Undo turns on again what was on, and nothing else", async () => {
  const page = "/account/notifications";
  const call = createApiClient(product, owner.token);
  await call("PATCH", "/api/notification", { card_updated: false });
  const form = (await browser.get(page)).html;
  const [, before = ""] = /name="before" value="([^"]*)"/.exec(form) ?? [];
  await browser.post(page, { before, plan_updated: "on" });
  const undo = readUndo(await browser.get(page));
  await browser.post(undo.action, undo.fields);
  const { data } = await call("GET", "/api/notification");
  const on = (data as unknown as { name: string; active: boolean }[]).filter(({ active }) => active);
  expect(on.map(({ name }) => name)).toEqual(["new_signin", "plan_updated", "invite_accepted"]);
});

test("support access: granting it has Undo, revoking it has none", async () => {
  const change = (on: boolean) =>
    browser.post("/help", {
      intent: "change-support-access",
      support_enabled: String(on),
      support_hours: "1",
    });
  await change(true);
  const undo = readUndo(await browser.get("/help"));
  await browser.post(undo.action, undo.fields);
  expect((await store.findOne(userEntity, { id: owner.userId }))?.supportUntil).toBeNull();
  await browser.get("/help");

  await change(true);
  await browser.get("/help");
  await change(false);
  expect((await browser.get("/help")).html).not.toContain(">Undo<");
});

test("a webhook endpoint: Undo turns it on again, and what was waiting waits again", async () => {
  const call = createApiClient(product, owner.token);
  const created = await call("POST", "/api/webhook", {
    url: "https://203.0.114.1/",
    events: ["user.joined"],
  });
  const id = String(created.data.id);
  const page = `/account/webhooks/edit?id=${id}`;
  const turnOff = () => browser.post(page, { intent: "switch", id, active: "false" });
  await turnOff();
  const undo = readUndo(await browser.get(page));
  expect(undo.fields).toEqual({ intent: "switch", id, active: "true", undo: "true" });
  await browser.post(undo.action, undo.fields);
  expect((await call("GET", `/api/webhook/${id}`)).data).toMatchObject({ active: true });
  await browser.get(page);

  const readStatus = async () =>
    (await store.findOne(webhookDeliveryEntity, { endpointId: id, eventId: "evt_waiting" }))?.status;
  const now = new Date();
  await store.insert(webhookDeliveryEntity, {
    id: "11111111-1111-7111-8111-111111111111",
    accountId: owner.accountId,
    endpointId: id,
    eventId: "evt_waiting",
    type: "user.joined",
    payload: "{}",
    status: "waiting",
    attempts: 1,
    failure: "timeout",
    responseStatus: null,
    responseExcerpt: null,
    durationMs: null,
    dueAt: new Date(now.getTime() + 3_600_000),
    lockedUntil: now,
    createdAt: now,
    deliveredAt: null,
  });
  await turnOff();
  const off = await browser.get(page);
  expect(off.html).toContain("1 waiting event is on hold");
  expect(await readStatus()).toBe("held");
  const again = readUndo(off);
  await browser.post(again.action, again.fields);
  expect(await readStatus()).toBe("waiting");
});

test("a failed form offers no Undo", async () => {
  const fields = { intent: "change-role", id: owner.userId, permission: "user" };
  await browser.post(USERS, fields);
  expect((await browser.get(USERS)).html).not.toContain(">Undo<");
});

/** A member of the owner's account. */
async function join(role: "admin" | "user"): Promise<{ userId: string; cookie: string }> {
  const { userId } = await makeTestUser(store, { permission: "user", isVerified: true, subscription: null });
  const { accountId } = owner;
  await addMember(store, { userId, accountId, role });
  return { userId, cookie: await makeSession(store, { userId, accountId, kind: "browser" }) };
}

interface UndoForm {
  action: string;
  fields: Record<string, string>;
}

/** The form of the notice. Fails without one. */
function readUndo({ html }: PageAnswer): UndoForm {
  const [, action = "", inputs = ""] =
    /<form method="post" action="([^"]+)">((?:<input type="hidden"[^>]*>)*)<button[^>]*>Undo</.exec(html) ??
    [];
  if (action === "") throw new Error("the page offers no Undo");
  const fields = [...inputs.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  return {
    action: action.replaceAll("&amp;", "&"),
    fields: Object.fromEntries(fields) as Record<string, string>,
  };
}

async function readRole({ userId }: { userId: string }): Promise<string | undefined> {
  return (await store.findOne(membershipEntity, { userId, accountId: owner.accountId }))?.role;
}
