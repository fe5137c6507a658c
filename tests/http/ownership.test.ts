/** Transferring the ownership of an account: one owner at any time, and only with the consent of both. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD } from "../support/clients";
import { insertMember, insertUserOnFreePlan, type InsertedUser } from "../support/inserted-users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
});

let teams = 0;
interface Team {
  owner: InsertedUser;
  admin: InsertedUser;
  user: InsertedUser;
}

async function makeTeam(): Promise<Team> {
  teams += 1;
  const owner = await insertUserOnFreePlan(`owner-${teams}@ownership.example.com`, "Olivia Owner");
  const admin = await insertMember(owner, "admin", `admin-${teams}@ownership.example.com`);
  const user = await insertMember(owner, "user", `user-${teams}@ownership.example.com`);
  return { owner, admin, user };
}

const getRole = async (member: InsertedUser) => (await member.call("GET", "/api/auth")).data.permission;

test("when an admin accepts an ownership offer, they become the owner, the previous owner an admin, and both get a mail", async () => {
  const { owner, admin } = await makeTeam();
  const offered = await owner.call("POST", "/api/account/owner", { user: admin.userId, password: PASSWORD });
  expect(offered).toMatchObject({ status: 200, data: { user: admin.userId } });
  expect(await getRole(admin)).toBe("admin");
  expect(await product.mailTo(admin.email, /offered ownership/)).toContain("Olivia Owner");

  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 200 });
  expect([await getRole(owner), await getRole(admin)]).toEqual(["admin", "owner"]);
  for (const { email } of [owner, admin]) await product.mailTo(email, /has a new owner/);
  const { activity } = (await admin.call("GET", "/api/account/activity")).data;
  const actions = (activity as { action: string }[]).map(({ action }) => action);
  expect(actions.slice(0, 2)).toEqual(["ownership_taken", "ownership_offered"]);
});

test("accepting without an offer, with another admin's offer, or twice answers 409", async () => {
  const { owner, admin, user } = await makeTeam();
  const second = await insertMember(owner, "admin", `second-${teams}@ownership.example.com`);
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  await owner.call("POST", "/api/account/owner", { user: admin.userId, password: PASSWORD });
  expect(await second.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  expect(await second.call("DELETE", "/api/account/owner")).toMatchObject({ status: 409 });
  expect(await user.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 403 });
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 200 });
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
});

test("the admin can decline the offer, and the owner can withdraw it", async () => {
  const { owner, admin } = await makeTeam();
  for (const by of [admin, owner]) {
    await owner.call("POST", "/api/account/owner", { user: admin.userId, password: PASSWORD });
    expect(await by.call("DELETE", "/api/account/owner")).toMatchObject({ status: 200 });
    expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  }
  expect(await getRole(owner)).toBe("owner");
});

test("the offer ends when the admin loses the role or the membership", async () => {
  const { owner, admin } = await makeTeam();
  await owner.call("POST", "/api/account/owner", { user: admin.userId, password: PASSWORD });
  await owner.call("PATCH", `/api/user/${admin.userId}`, { permission: "user" });
  await owner.call("PATCH", `/api/user/${admin.userId}`, { permission: "admin" });
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  await owner.call("POST", "/api/account/owner", { user: admin.userId, password: PASSWORD });
  await owner.call("DELETE", `/api/user/${admin.userId}`);
  expect(await store.findOne(accountEntity, { ownerOfferedTo: admin.userId })).toBeNull();
});

test("only the owner can offer ownership, and only to admins of the account", async () => {
  const { owner, admin, user } = await makeTeam();
  const other = await makeTeam();
  expect(
    await owner.call("POST", "/api/account/owner", { user: user.userId, password: PASSWORD }),
  ).toMatchObject({ status: 400 });
  expect(
    await owner.call("POST", "/api/account/owner", { user: other.admin.userId, password: PASSWORD }),
  ).toMatchObject({
    status: 404,
  });
  expect(await admin.call("POST", "/api/account/owner", { user: admin.userId })).toMatchObject({
    status: 403,
  });
});

test("an offer needs the password, however recent the sign-in is", async () => {
  const { owner, admin } = await makeTeam();
  const offer = (password?: string) =>
    owner.call("POST", "/api/account/owner", { user: admin.userId, ...(password && { password }) });
  expect(await offer()).toMatchObject({ status: 403, body: { inputError: "password" } });
  expect(await offer("wrong one!")).toMatchObject({ status: 400, body: { inputError: "password" } });
  expect(await offer(PASSWORD)).toMatchObject({ status: 200 });
});

describe("a master", () => {
  /** Makes a member of the team a master, and signs them in in a browser. */
  async function signInAsMaster(member: InsertedUser) {
    await store.update(userEntity, { id: member.userId }, { isMaster: true });
    const visitor = createBrowser(product);
    await visitor.post("/signin", { email: member.email, password: PASSWORD });
    return visitor;
  }

  test("a master who is a plain member cannot transfer the account, and does not see the page for it", async () => {
    const { owner, admin, user } = await makeTeam();
    const visitor = await signInAsMaster(user);
    expect(await user.call("POST", "/api/account/owner", { user: admin.userId })).toMatchObject({
      status: 403,
    });
    expect((await visitor.get(`/account/owner?user=${admin.userId}`)).status).toBe(403);
    expect((await visitor.post("/account/owner", { user: admin.userId })).status).toBe(403);
    const member = await visitor.get(`/account/users/edit?id=${admin.userId}`);
    expect(member.html).not.toContain("/account/owner?user=");
    expect(await store.count(accountEntity, { ownerOfferedTo: admin.userId })).toBe(0);
    await owner.call("POST", "/api/account/owner", { user: admin.userId, password: PASSWORD });
    expect((await visitor.get("/account")).html).not.toContain("You have offered ownership to");
    expect(await user.call("DELETE", "/api/account/owner")).toMatchObject({ status: 409 });
  });

  test("a master who owns the account can offer it and withdraw the offer, and cannot leave", async () => {
    const { owner, admin } = await makeTeam();
    const visitor = await signInAsMaster(owner);
    const member = await visitor.get(`/account/users/edit?id=${admin.userId}`);
    expect(member.html).toContain(`/account/owner?user=${admin.userId}`);
    expect((await visitor.post("/account/owner", { user: admin.userId, password: PASSWORD })).location).toBe(
      "/account",
    );
    expect((await visitor.get("/account")).html).toContain("You have offered ownership to");
    expect(await owner.call("DELETE", "/api/account/owner")).toMatchObject({ status: 200 });
    expect((await visitor.get("/account/leave")).html).not.toContain('name="confirmation"');
  });
});

test("a repeated offer sends one mail, and the sixth offer in an hour answers 429", async () => {
  const { owner, admin } = await makeTeam();
  const offer = () => owner.call("POST", "/api/account/owner", { user: admin.userId, password: PASSWORD });
  const takeBack = () => owner.call("DELETE", "/api/account/owner");
  const countMails = () => store.count(mailEntity, { recipient: admin.email, template: "ownership_offered" });
  for (let times = 0; times < 3; times += 1) expect((await offer()).status).toBe(200);
  expect(await countMails()).toBe(1);
  for (let times = 0; times < 2; times += 1) {
    await takeBack();
    expect((await offer()).status).toBe(200);
  }
  expect(await countMails()).toBe(3);
  await takeBack();
  expect((await offer()).status).toBe(429);
  expect(await countMails()).toBe(3);
});

test("a password longer than 128 characters answers 400 before it is checked", async () => {
  const { owner, admin } = await makeTeam();
  const answer = await owner.call("POST", "/api/account/owner", {
    user: admin.userId,
    password: "x".repeat(129),
  });
  expect(answer).toMatchObject({ status: 400, body: { inputError: "password" } });
  expect(answer.message).toContain("a maximum of 128 characters");
});

test("without JavaScript, the owner offers on the member's page, and the admin accepts in the notice", async () => {
  const { owner, admin } = await makeTeam();
  const [owners, admins] = [createBrowser(product), createBrowser(product)];
  await owners.post("/signin", { email: owner.email, password: PASSWORD });
  await admins.post("/signin", { email: admin.email, password: PASSWORD });
  const member = await owners.get(`/account/users/edit?id=${admin.userId}`);
  expect(member.html).toContain(`/account/owner?user=${admin.userId}`);
  expect((await owners.get(`/account/owner?user=${admin.userId}`)).html).toContain("You stay as an admin");
  const offered = await owners.post(`/account/owner?user=${admin.userId}`, {
    user: admin.userId,
    password: PASSWORD,
  });
  expect(offered.location).toBe("/account");
  expect((await owners.get("/account")).html).toContain("You have offered ownership to");
  expect((await admins.get("/account")).html).toContain("You have been offered ownership");
  expect((await admins.get("/dashboard")).html).toContain("You have been offered ownership");
  expect((await owners.get("/dashboard")).html).not.toContain("You have been offered ownership");
  const question = await admins.get("/account?offer=accept");
  expect(question.html).toContain("The current owner stays as an admin.");
  expect(question.html).toContain('value="accept-ownership"');
  expect((await admins.get("/account?offer=decline")).html).toContain("They can offer it to you again.");
  expect((await admins.get("/account?offer=other")).html).not.toContain('value="accept-ownership"');
  expect((await owners.get("/account?offer=accept")).html).not.toContain('value="accept-ownership"');
  expect((await admins.post("/account", { intent: "accept-ownership" })).location).toBe("/account");
  expect(await getRole(admin)).toBe("owner");
});
