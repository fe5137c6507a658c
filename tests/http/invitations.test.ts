/** Inviting people by email: who may be invited, the answers, and the limits. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inviteEntity } from "~/models/invite.server";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import { minutes } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { hashToken, createRandomToken } from "~/crypto/secrets.server";
import {
  createBrowser,
  createBrowserWithSession,
  PASSWORD,
  createApiClient,
  createUserOnFreePlan,
  createVerifiedUser,
} from "../support/clients";
import { makeTestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import {
  invite,
  listInvites,
  join,
  createJoinInput,
  makeOwner,
  getNewestInvite,
  type TeamMember,
} from "../support/team";

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

const listMemberships = async (email: string) => {
  const user = await store.findOne(userEntity, { emailClaim: email });
  return user ? store.find(membershipEntity, { userId: user.id }) : [];
};

test("one email: the answer contains the invitation, and the mail its link", async () => {
  const answer = await owner.call("POST", "/api/invite", { email: "one@example.com" });
  expect(answer).toMatchObject({ status: 200, message: "Invited: one@example.com." });
  expect(answer.data).toMatchObject({
    invites: [{ email: "one@example.com", permission: "user" }],
    skipped: [],
  });
  const link = await getNewestInvite(product, "one@example.com");
  expect(link).toEqual({
    id: expect.stringMatching(/^inv_[\w-]{43}$/) as string,
    email: "one@example.com",
  });
  expect(JSON.stringify(answer.body)).not.toContain(link.id);
});

test("emails may be pasted by line, or separated by semicolons or tabs", async () => {
  const email =
    "line-1@example.com\r\nline-2@example.com\n\nline-3@example.com; line-4@example.com\tline-5@example.com";
  const answer = await owner.call("POST", "/api/invite", { email });
  const sent = (answer.data.invites as { email: string }[]).map((invited) => invited.email);
  expect(sent).toEqual([1, 2, 3, 4, 5].map((index) => `line-${index}@example.com`));
});

test("ten emails separated by commas, in any spelling, are invited once each", async () => {
  const createTenEmails = Array.from({ length: 10 }, (_, index) => `ten-${index}@example.com`);
  const email = ` ${createTenEmails.join(" ,")}, TEN-0@Example.com,`;
  const answer = await owner.call("POST", "/api/invite", { email, permission: "developer" });
  expect(answer.status).toBe(200);
  expect((answer.data.invites as { email: string }[]).map((sent) => sent.email)).toEqual(createTenEmails);
});

test.each([
  [
    "twenty-one",
    Array.from({ length: 21 }, (_, index) => `many-${index}@example.com`).join(),
    "a maximum of 20",
  ],
  ["a malformed one among good ones", "good@example.com, not an address", "not an address is not a valid"],
  [
    "several malformed ones",
    "good@example.com; first\nsecond@\r\nthird@@example.com, first",
    "3 addresses are not valid: first, second@, third@@example.com",
  ],
  ["none", " , ", "Please enter your email address"],
  ["a list instead of text", ["a@example.com"], "must be text"],
])("%s answers 400 with the reason, and no one is invited", async (_what, email, message) => {
  const before = await store.count(inviteEntity, {});
  const answer = await owner.call("POST", "/api/invite", { email });
  expect(answer).toMatchObject({ status: 400, body: { inputError: "email" } });
  expect(answer.message).toContain(message);
  expect(await store.count(inviteEntity, {})).toBe(before);
});

test.each(["owner", "master", "nobody"])("the permission %s cannot be given", async (permission) => {
  const answer = await owner.call("POST", "/api/invite", { email: "p@example.com", permission });
  expect(answer).toMatchObject({ status: 400, body: { inputError: "permission" } });
});

test("known and unknown emails get the same answer", async () => {
  await createVerifiedUser(product, "known@example.com", "A Known Name");
  const known = await owner.call("POST", "/api/invite", { email: "known@example.com" });
  const unknown = await owner.call("POST", "/api/invite", { email: "unknown@example.com" });
  const toComparableBody = (answer: typeof known) =>
    JSON.stringify(answer.body)
      .replace(/unknown@|known@/g, "x@")
      .replace(/"id":"[^"]+"|"date_sent":"[^"]+"/g, "");
  expect(toComparableBody(known)).toBe(toComparableBody(unknown));
  const list = JSON.stringify((await owner.call("GET", "/api/account/users")).body);
  expect(list).toContain("known@example.com");
  expect(list).not.toContain("A Known Name");
});

test("an existing member is skipped, and the message names them", async () => {
  await join(product, owner.call, { email: "member@example.com" });
  const email = "member@example.com, fresh@example.com";
  const answer = await owner.call("POST", "/api/invite", { email });
  expect(answer.data.skipped).toEqual(["member@example.com"]);
  expect(answer.message).toBe("Invited: fresh@example.com. Already members: member@example.com.");
});

test("inviting an email again sends a new link, and the old link stops working", async () => {
  const old = await invite(product, owner.call, { email: "again@example.com" });
  const fresh = await invite(product, owner.call, { email: "again@example.com", permission: "admin" });
  expect(await createApiClient(product)("POST", "/api/user", createJoinInput(old))).toMatchObject({
    status: 400,
  });
  expect(await createApiClient(product)("POST", "/api/user", createJoinInput(fresh))).toMatchObject({
    status: 200,
  });
  expect(await listMemberships("again@example.com")).toMatchObject([{ role: "admin" }]);
});

test("resending and revoking use the id of the list, which differs from the link's token", async () => {
  const link = await invite(product, owner.call, { email: "listed@example.com" });
  const { invites } = (await owner.call("GET", "/api/account/users")).data;
  const { id = "" } =
    (invites as { id: string; email: string }[]).find(({ email }) => email === link.email) ?? {};
  expect(await createApiClient(product)("POST", "/api/user", createJoinInput({ ...link, id }))).toMatchObject(
    {
      status: 400,
    },
  );

  const sent = listInvites(product, link.email).length;
  expect(await owner.call("POST", `/api/invite/${id}/resend`)).toMatchObject({ status: 200 });
  const fresh = await getNewestInvite(product, link.email, sent);
  expect(fresh.id).not.toBe(link.id);

  expect(await owner.call("DELETE", `/api/invite/${id}`)).toMatchObject({ status: 200 });
  expect(await createApiClient(product)("POST", "/api/user", createJoinInput(fresh))).toMatchObject({
    status: 400,
  });
  expect(await owner.call("DELETE", `/api/invite/${id}`)).toMatchObject({ status: 404 });
});

test("another account's invitation is answered like one that does not exist", async () => {
  const other = await makeOwner(product, "stranger@example.com");
  await invite(product, owner.call, { email: "foreign@example.com" });
  const { id = "" } = (await store.findOne(inviteEntity, { email: "foreign@example.com" })) ?? {};
  for (const [method, path] of [
    ["DELETE", ""],
    ["POST", "/resend"],
  ] as const) {
    const foreign = await other.call(method, `/api/invite/${id}${path}`);
    const absent = await other.call(method, `/api/invite/${crypto.randomUUID()}${path}`);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(absent.body);
  }
  expect(await store.findOne(inviteEntity, { id })).not.toBeNull();
});

test("members and open invitations above the plan's seats answer 402, with the plan that has enough", async () => {
  const { call } = await createUserOnFreePlan(product, "small@example.com");
  expect(await call("POST", "/api/invite", { email: "second@example.com" })).toMatchObject({ status: 200 });
  expect(await call("POST", "/api/invite", { email: "second@example.com" })).toMatchObject({ status: 200 });
  const three = await call("POST", "/api/invite", { email: "third@example.com" });
  expect(three).toMatchObject({ status: 402, data: { plan: "pro" } });
  const email = "3@example.com, 4@example.com, 5@example.com, 6@example.com";
  expect(await call("POST", "/api/invite", { email })).toMatchObject({
    status: 402,
    data: { plan: "team" },
  });
  expect(product.mailsTo("third@example.com")).toEqual([]);
});

test("an account can send fifty invitations a day; the next one answers 429 in plain text", async () => {
  const { call } = await makeOwner(product, "eager@example.com");
  const createTenEmails = (round: number) =>
    Array.from({ length: 10 }, (_, index) => `e${round}-${index}@example.com`).join();
  for (let round = 0; round < 5; round += 1) {
    expect(await call("POST", "/api/invite", { email: createTenEmails(round) })).toMatchObject({
      status: 200,
    });
  }
  const refused = await call("POST", "/api/invite", { email: "e0-0@example.com" });
  expect(refused).toMatchObject({ status: 429, body: expect.stringMatching(/tomorrow\.$/) as string });
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3600);
});

test("a mailbox gets three invitations in fifteen minutes from all accounts together; the next one answers 429", async () => {
  const [email, other] = ["popular@example.com", "other@example.com"];
  const another = await makeOwner(product, "another.owner@example.com");
  const ask = (emails: string, { call } = owner) => call("POST", "/api/invite", { email: emails });
  const [sent] = (await ask(email)).data.invites as { id: string }[];
  expect((await ask(email, another)).status).toBe(200);
  expect((await owner.call("POST", `/api/invite/${sent?.id}/resend`)).status).toBe(200);
  expect((await owner.call("POST", `/api/invite/${sent?.id}/resend`)).status).toBe(429);
  for (const inviter of [owner, another]) expect((await ask(`${other},${email}`, inviter)).status).toBe(429);
  await expect.poll(() => listInvites(product, email)).toHaveLength(3);
  // The rejected requests did not consume the other email's limit.
  for (let times = 0; times < 3; times += 1) expect((await ask(other)).status).toBe(200);
});

test("names in the mail are escaped, and names that look like links are left out", async () => {
  const { call } = await makeOwner(product, "html@example.com", '<b onload="x">Eve</b>');
  await invite(product, call, { email: "victim-1@example.com" });
  const html = await product.mailTo("victim-1@example.com");
  expect(html).not.toContain("<b onload");
  const advertiser = await makeOwner(product, "ad@example.com", "Win at www.casino.test");
  await invite(product, advertiser.call, { email: "victim-2@example.com" });
  expect(await product.mailTo("victim-2@example.com")).not.toContain("casino");
});

describe("on the members page", () => {
  async function signInBrowser(email: string) {
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email, password: PASSWORD });
    return visitor;
  }

  test("an expired invitation is shown as expired until it is sent again", async () => {
    const { call, email } = await makeOwner(product, "expiring@example.com");
    const invited = await call("POST", "/api/invite", { email: "late@example.com" });
    const [{ id = "" } = {}] = invited.data.invites as { id?: string }[];
    const isExpired = async () =>
      ((await call("GET", "/api/account/users")).data.invites as { expired: boolean }[])[0]?.expired;
    expect(await isExpired()).toBe(false);
    await store.update(inviteEntity, { id }, { expiresAt: new Date(Date.now() - 1) });
    expect(await isExpired()).toBe(true);
    const visitor = await signInBrowser(email);
    expect((await visitor.get("/account/users")).html).toContain(">Expired<");
    expect((await visitor.get(`/account/users/edit?id=${id}`)).html).toContain("that email has expired");
    await call("POST", `/api/invite/${id}/resend`);
    expect(await isExpired()).toBe(false);
    expect((await visitor.get("/account/users")).html).toContain(">Invited<");
  });

  test("a row that is gone leads back to the list as it was searched, with the message", async () => {
    const { email } = await makeOwner(product, "gone@example.com");
    const visitor = await signInBrowser(email);
    const list = "/account/users?search=late";
    for (const intent of ["revoke-invite", "resend-invite", "remove-user"]) {
      expect((await visitor.post(list, { intent, id: uuid() })).location).toBe(list);
      expect((await visitor.get(list)).html).toContain("find that. It may have been removed.");
    }
  });

  test("without an active subscription, the page explains it in place of the invitation form", async () => {
    const person = await makeTestUser(store, {
      permission: "owner",
      isVerified: true,
      subscription: "canceled",
    });
    const { userId: invitedById, accountId } = person;
    const [id, now] = [uuid(), new Date()];
    await store.insert(inviteEntity, {
      id,
      accountId,
      invitedById,
      email: "waits@example.com",
      role: "user",
      tokenHash: hashToken(createRandomToken("inv")),
      sentAt: now,
      expiresAt: new Date(now.getTime() + minutes(1)),
      createdAt: now,
      askedAt: null,
    });
    const visitor = createBrowserWithSession(product, person.cookie);
    for (const page of ["/account/users", `/account/users/edit?id=${id}`]) {
      const { html, status } = await visitor.get(page);
      expect(status).toBe(200);
      expect(html).toContain("You can invite members again");
      expect(html).not.toMatch(/name="intent" value="(resend-)?invite"/);
    }
  });
});
