/** Handing an account over: one owner at any time, and nothing without both. Design §5; security F5, D. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "~/models/store/store";
import { browser, PASSWORD } from "../support/caller";
import { startProduct, type Product } from "../support/product";
import { openStoreOf } from "../support/product-store";
import { join, makeOwner, type TeamMember } from "../support/team";

let product: Product;
let store: Store;
beforeAll(async () => {
  product = await startProduct();
  store = await openStoreOf(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

let teams = 0;
interface Team {
  owner: TeamMember;
  admin: TeamMember;
  user: TeamMember;
}

async function makeTeam(): Promise<Team> {
  teams += 1;
  const owner = await makeOwner(product, `owner-${teams}@example.com`, "Olivia Owner");
  const admin = await join(product, owner.call, { email: `admin-${teams}@example.com`, permission: "admin" });
  const user = await join(product, owner.call, { email: `user-${teams}@example.com` });
  return { owner, admin, user };
}

const roleOf = async (member: TeamMember) => (await member.call("GET", "/api/auth")).data.permission;

test("offered and accepted: the admin owns the account, the former owner is an admin, and both are told by mail", async () => {
  const { owner, admin } = await makeTeam();
  const offered = await owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
  expect(offered).toMatchObject({ status: 200, data: { user: admin.id } });
  expect(await roleOf(admin)).toBe("admin");
  expect(await product.mailTo(admin.email, /offered ownership/)).toContain("Olivia Owner");

  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 200 });
  expect([await roleOf(owner), await roleOf(admin)]).toEqual(["admin", "owner"]);
  for (const { email } of [owner, admin]) await product.mailTo(email, /has a new owner/);
  const { activity } = (await admin.call("GET", "/api/account/activity")).data;
  const actions = (activity as { action: string }[]).map(({ action }) => action);
  expect(actions.slice(0, 2)).toEqual(["ownership_taken", "ownership_offered"]);
});

test("nobody accepts what they were not offered, and nobody accepts twice", async () => {
  const { owner, admin, user } = await makeTeam();
  const second = await join(product, owner.call, {
    email: `second-${teams}@example.com`,
    permission: "admin",
  });
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  await owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
  expect(await second.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  expect(await second.call("DELETE", "/api/account/owner")).toMatchObject({ status: 409 });
  expect(await user.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 403 });
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 200 });
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
});

test("it can be declined, and taken back", async () => {
  const { owner, admin } = await makeTeam();
  for (const by of [admin, owner]) {
    await owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
    expect(await by.call("DELETE", "/api/account/owner")).toMatchObject({ status: 200 });
    expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  }
  expect(await roleOf(owner)).toBe("owner");
});

test("the offer ends with the admin's role, and with their membership", async () => {
  const { owner, admin } = await makeTeam();
  await owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
  await owner.call("PATCH", `/api/user/${admin.id}`, { permission: "user" });
  await owner.call("PATCH", `/api/user/${admin.id}`, { permission: "admin" });
  expect(await admin.call("POST", "/api/account/owner/accept")).toMatchObject({ status: 409 });
  await owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
  await owner.call("DELETE", `/api/user/${admin.id}`);
  expect(await store.findOne("accounts", { ownerOfferedTo: admin.id })).toBeNull();
});

test("it is offered to admins of the account only, and by its owner only", async () => {
  const { owner, admin, user } = await makeTeam();
  const other = await makeTeam();
  expect(await owner.call("POST", "/api/account/owner", { user: user.id, password: PASSWORD })).toMatchObject(
    { status: 400 },
  );
  expect(
    await owner.call("POST", "/api/account/owner", { user: other.admin.id, password: PASSWORD }),
  ).toMatchObject({
    status: 404,
  });
  expect(await admin.call("POST", "/api/account/owner", { user: admin.id })).toMatchObject({ status: 403 });
});

test("the offer takes the password, however recent the sign-in is", async () => {
  const { owner, admin } = await makeTeam();
  const offer = (password?: string) =>
    owner.call("POST", "/api/account/owner", { user: admin.id, ...(password && { password }) });
  expect(await offer()).toMatchObject({ status: 403, body: { inputError: "password" } });
  expect(await offer("wrong one!")).toMatchObject({ status: 400, body: { inputError: "password" } });
  expect(await offer(PASSWORD)).toMatchObject({ status: 200 });
});

describe("a master", () => {
  /** A member of this team who is a master, signed in with a program and a browser. */
  async function asMaster(member: TeamMember) {
    await store.update("users", { id: member.id }, { isMaster: true });
    const visitor = browser(product);
    await visitor.post("/signin", { email: member.email, password: PASSWORD });
    return visitor;
  }

  test("who is a member hands over no account that is not theirs, nor sees the page for it", async () => {
    const { owner, admin, user } = await makeTeam();
    const visitor = await asMaster(user);
    expect(await user.call("POST", "/api/account/owner", { user: admin.id })).toMatchObject({ status: 403 });
    expect((await visitor.get(`/account/owner?user=${admin.id}`)).status).toBe(403);
    expect((await visitor.post("/account/owner", { user: admin.id })).status).toBe(403);
    const member = await visitor.get(`/account/users/edit?id=${admin.id}`);
    expect(member.html).not.toContain("/account/owner?user=");
    expect(await store.count("accounts", { ownerOfferedTo: admin.id })).toBe(0);
    await owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
    expect((await visitor.get("/account")).html).not.toContain("You have offered ownership to");
    expect(await user.call("DELETE", "/api/account/owner")).toMatchObject({ status: 409 });
  });

  test("who owns the account offers it, takes the offer back, and is told that an owner cannot leave", async () => {
    const { owner, admin } = await makeTeam();
    const visitor = await asMaster(owner);
    const member = await visitor.get(`/account/users/edit?id=${admin.id}`);
    expect(member.html).toContain(`/account/owner?user=${admin.id}`);
    expect((await visitor.post("/account/owner", { user: admin.id, password: PASSWORD })).location).toBe(
      "/account",
    );
    expect((await visitor.get("/account")).html).toContain("You have offered ownership to");
    expect(await owner.call("DELETE", "/api/account/owner")).toMatchObject({ status: 200 });
    expect((await visitor.get("/account/leave")).html).not.toContain('name="confirmation"');
  });
});

test("an offer that stands is mailed once, and nobody offers more than five times an hour", async () => {
  const { owner, admin } = await makeTeam();
  const offer = () => owner.call("POST", "/api/account/owner", { user: admin.id, password: PASSWORD });
  const takeBack = () => owner.call("DELETE", "/api/account/owner");
  const mails = () => store.count("mails", { recipient: admin.email, template: "ownership_offered" });
  for (let times = 0; times < 3; times += 1) expect((await offer()).status).toBe(200);
  expect(await mails()).toBe(1);
  for (let times = 0; times < 2; times += 1) {
    await takeBack();
    expect((await offer()).status).toBe(200);
  }
  expect(await mails()).toBe(3);
  await takeBack();
  expect((await offer()).status).toBe(429);
  expect(await mails()).toBe(3);
});

test("a password of any length but a possible one is refused before it is compared", async () => {
  const { owner, admin } = await makeTeam();
  const answer = await owner.call("POST", "/api/account/owner", {
    user: admin.id,
    password: "x".repeat(129),
  });
  expect(answer).toMatchObject({ status: 400, body: { inputError: "password" } });
  expect(answer.message).toContain("a maximum of 128 characters");
});

test("with scripts off: the owner offers from the member's page, the admin accepts from the notice", async () => {
  const { owner, admin } = await makeTeam();
  const [owners, admins] = [browser(product), browser(product)];
  await owners.post("/signin", { email: owner.email, password: PASSWORD });
  await admins.post("/signin", { email: admin.email, password: PASSWORD });
  const member = await owners.get(`/account/users/edit?id=${admin.id}`);
  expect(member.html).toContain(`/account/owner?user=${admin.id}`);
  expect((await owners.get(`/account/owner?user=${admin.id}`)).html).toContain("You stay as an admin");
  const offered = await owners.post(`/account/owner?user=${admin.id}`, {
    user: admin.id,
    password: PASSWORD,
  });
  expect(offered.location).toBe("/account");
  expect((await owners.get("/account")).html).toContain("You have offered ownership to");
  expect((await admins.get("/account")).html).toContain("You have been offered ownership");
  expect((await admins.post("/account", { intent: "accept-ownership" })).location).toBe("/account");
  expect(await roleOf(admin)).toBe("owner");
});
