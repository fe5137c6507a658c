/** Joining an account through the link of an invitation. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { inviteEntity } from "~/models/invite.server";
import { accountEntity } from "~/models/account.server";
import { auditEntity } from "~/models/audit.server";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { days } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import {
  createBrowser,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  signUp,
  createVerifiedUser,
} from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { invite, join, createJoinInput, makeOwner, type TeamMember } from "../support/team";

let product: Product;
let store: OpenStore;
let owner: TeamMember;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  owner = await makeOwner(product, "owner@example.com", "Olivia Owner");
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const getAccountId = async (member: Pick<TeamMember, "call">) =>
  String((await member.call("GET", "/api/auth")).data.account_id);
const listMemberships = async (email: string) => {
  const user = await store.findOne(userEntity, { emailClaim: email });
  return user ? store.find(membershipEntity, { userId: user.id }) : [];
};

describe("the invitation page", () => {
  const toJoinUrl = (link: { id: string; email: string }) =>
    `/signup/user?${new URLSearchParams({ id: link.id, email: link.email }).toString()}`;

  test("the invitation page shows who sent the invitation; opening it does not consume it", async () => {
    const link = await invite(product, owner.call, { email: "reader@example.com" });
    for (let times = 0; times < 3; times += 1) {
      const { html } = await createBrowser(product).get(toJoinUrl(link));
      expect(html).toContain("Olivia Owner has invited you");
    }
    const page = createBrowser(product);
    const answer = await page.post(toJoinUrl(link), { intent: "join", ...createJoinInput(link) });
    expect(answer).toMatchObject({ status: 302, location: "/welcome" });
    expect(page.cookies.has("session")).toBe(true);
  });

  test.each([
    ["another email", { email: "somebody@example.com" }],
    ["another token", { id: `inv_${"x".repeat(43)}` }],
    ["nothing", { id: "", email: "" }],
  ])("the invitation page with %s shows nothing about the account", async (_what, change) => {
    const link = await invite(product, owner.call, { email: "quiet@example.com" });
    const { html, status } = await createBrowser(product).get(toJoinUrl({ ...link, ...change }));
    expect(status).toBe(200);
    expect(html).toContain("This invitation is no longer valid");
    expect(html).not.toContain("Olivia");
  });

  test("a registered user enters only the password, and a signed-in user only clicks", async () => {
    await createVerifiedUser(product, "clicker@example.com", "Clicker");
    const link = await invite(product, owner.call, { email: "clicker@example.com" });
    const page = createBrowser(product);
    const { html } = await page.get(toJoinUrl(link));
    expect(html).toContain("You already have an account with this email");
    expect(html).not.toContain('name="confirm_password"');
    await page.post("/signin", { email: "clicker@example.com", password: PASSWORD });
    expect((await page.get(toJoinUrl(link))).html).toContain("You&#x27;re signed in as");
    const cookie = page.cookies.get("session");
    expect(await page.post(toJoinUrl(link), { intent: "accept", invite_id: link.id })).toMatchObject({
      location: "/welcome",
    });
    expect(page.cookies.get("session")).not.toBe(cookie);
    expect(await listMemberships("clicker@example.com")).toHaveLength(2);
  });

  test("another signed-in user sees that the invitation is not theirs, and cannot accept it", async () => {
    const link = await invite(product, owner.call, { email: "intended@example.com" });
    const other = await createUserOnFreePlan(product, "other@example.com");
    expect(await other.call("POST", "/api/invite/accept", { invite_id: link.id })).toMatchObject({
      status: 400,
    });
    const page = createBrowser(product);
    await page.post("/signin", { email: "other@example.com", password: PASSWORD });
    const { html } = await page.get(toJoinUrl(link));
    expect(html).toContain("but you&#x27;re signed in as other@example.com");
    const out = await page.post("/signout", { return_to: toJoinUrl(link) });
    expect(out.location).toBe(toJoinUrl(link));
    expect((await page.get(toJoinUrl(link))).html).toContain('name="confirm_password"');
  });
});

describe("joining", () => {
  test("a new user joins verified, with the invitation's role, and without an account of their own", async () => {
    const link = await invite(product, owner.call, { email: "new@example.com", permission: "developer" });
    const answer = await createApiClient(product)("POST", "/api/user", {
      ...createJoinInput(link, "New Person"),
      permission: "admin",
      verified: false,
      account_id: "x",
    });
    expect(answer.data).toMatchObject({
      permission: "developer",
      verified: true,
      duplicate_user: false,
      account_id: await getAccountId(owner),
      "2fa_required": false,
    });
    expect(await listMemberships("new@example.com")).toMatchObject([{ role: "developer" }]);
  });

  test("a registered user joins with their own password, and is a duplicate user in that session", async () => {
    const before = await createVerifiedUser(product, "twice@example.com", "Twice");
    const link = await invite(product, owner.call, { email: "twice@example.com" });
    const answer = await createApiClient(product)("POST", "/api/user", createJoinInput(link, "Another Name"));
    expect(answer.data).toMatchObject({ duplicate_user: true, name: "Twice", permission: "user" });
    expect(await listMemberships("twice@example.com")).toHaveLength(2);
    expect((await before.call("GET", "/api/auth")).data.authenticated).toBe(true);
  });

  test("a registered user's wrong password answers 400, is limited, and changes nothing", async () => {
    await createVerifiedUser(product, "guessed@example.com");
    const link = await invite(product, owner.call, { email: "guessed@example.com" });
    const guess = { ...createJoinInput(link), password: "wrong guess!", confirm_password: "wrong guess!" };
    const statuses: number[] = [];
    for (let times = 0; times < 12; times += 1)
      statuses.push((await createApiClient(product)("POST", "/api/user", guess)).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect(await listMemberships("guessed@example.com")).toHaveLength(1);
  });

  test("joining deletes an unverified user who signed up with the same email, with their password and account", async () => {
    const squatter = await signUp(product, "squatted@example.com", "Squatter");
    const accountId = await getAccountId(squatter);
    expect(await store.count(auditEntity, { accountId })).toBe(1);
    const link = await invite(product, owner.call, { email: "squatted@example.com" });
    const password = "my own secret!";
    const answer = await createApiClient(product)("POST", "/api/user", {
      ...createJoinInput(link, "Real Person"),
      password,
      confirm_password: password,
    });
    expect(answer.data).toMatchObject({ name: "Real Person", duplicate_user: false });
    expect((await squatter.call("GET", "/api/user")).status).toBe(401);
    expect(await store.count(accountEntity, { id: accountId })).toBe(0);
    expect(await store.count(auditEntity, { accountId })).toBe(0);
    const signIn = createApiClient(product);
    expect(
      (await signIn("POST", "/api/auth", { email: "squatted@example.com", password: PASSWORD })).status,
    ).toBe(401);
    expect((await signIn("POST", "/api/auth", { email: "squatted@example.com", password })).status).toBe(200);
  });

  test.each([
    ["another email", { email: "elsewhere@example.com" }],
    ["a list as token", { invite_id: ["x"] }],
    ["an empty token", { invite_id: "" }],
    ["a session's token", { invite_id: `ses_${"a".repeat(43)}` }],
    ["passwords that differ", { confirm_password: "something else!" }],
    ["a weak password", { password: "short", confirm_password: "short" }],
  ])("joining with %s answers 400, and no one joins", async (_what, change) => {
    const email = `strict.${randomUUID()}@example.com`;
    const link = await invite(product, owner.call, { email });
    const answer = await createApiClient(product)("POST", "/api/user", {
      ...createJoinInput(link),
      ...change,
    });
    expect(answer.status).toBe(400);
    expect(await store.count(userEntity, { email })).toBe(0);
  });

  test("a link works once", async () => {
    const link = await invite(product, owner.call, { email: "once@example.com" });
    expect((await createApiClient(product)("POST", "/api/user", createJoinInput(link))).status).toBe(200);
    expect((await createApiClient(product)("POST", "/api/user", createJoinInput(link))).status).toBe(400);
  });

  test("a link works for seven days", async () => {
    const endsIn = async (email: string, ms: number) => {
      const link = await invite(product, owner.call, { email });
      const row = await store.findOne(inviteEntity, { email });
      expect((row?.expiresAt.getTime() ?? 0) - (row?.sentAt.getTime() ?? 0)).toBe(days(7));
      await store.update(inviteEntity, { email }, { expiresAt: new Date(Date.now() + ms) });
      return (await createApiClient(product)("POST", "/api/user", createJoinInput(link))).status;
    };
    expect(await endsIn("late-1@example.com", 3000)).toBe(200);
    expect(await endsIn("late-2@example.com", -1000)).toBe(400);
  });

  test("the inviter gets a mail, unless they turned it off; the log shows who joined", async () => {
    const inviter = await makeOwner(product, "told@example.com");
    await join(product, inviter.call, { email: "first@example.com", name: "First" });
    expect(await product.mailTo("told@example.com", /has joined/)).toContain("first@example.com");
    await inviter.call("PATCH", "/api/notification", { invite_accepted: false });
    await join(product, inviter.call, { email: "silent@example.com" });
    await waitFor(
      async () => (await store.count(mailEntity, { status: "waiting" })) === 0,
      "the outbox to be empty",
    );
    expect(product.mailsTo("told@example.com").filter((mail) => mail.includes("silent@example"))).toEqual([]);
    const { activity } = (await inviter.call("GET", "/api/account/activity")).data;
    const joined = (activity as { action: string; target: string }[]).filter(
      ({ action }) => action === "joined",
    );
    expect(joined.map(({ target }) => target)).toEqual(["silent@example.com", "first@example.com"]);
  });

  test.each([
    ["lost the role", { role: "user" }],
    ["left the account", null],
  ] as const)("an inviter who has %s since gets no mail about who joins", async (_what, change) => {
    const email = `former.${change ? "admin" : "member"}@example.com`;
    const admin = await join(product, owner.call, { email, permission: "admin" });
    const link = await invite(product, admin.call, { email: `late.${email}` });
    if (change) await store.update(membershipEntity, { userId: admin.id }, change);
    else await store.remove(membershipEntity, { userId: admin.id });
    expect((await createApiClient(product)("POST", "/api/user", createJoinInput(link))).status).toBe(200);
    expect(await store.count(mailEntity, { recipient: email, template: "invite_accepted" })).toBe(0);
  });

  test("the link's token is not in the database", async () => {
    const link = await invite(product, owner.call, { email: "hashed@example.com" });
    expect(JSON.stringify(await store.findOne(inviteEntity, { email: link.email }))).not.toContain(link.id);
    await waitFor(
      async () => (await store.count(mailEntity, { status: "waiting" })) === 0,
      "the outbox to be empty",
    );
    expect(JSON.stringify(await store.find(mailEntity, { recipient: link.email }))).not.toContain(link.id);
  });
});
