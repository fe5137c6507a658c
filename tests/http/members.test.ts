/** The members of an account: the list, changing roles, removing members and leaving. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, createApiClient } from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import { addMembers } from "../support/members";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { invite, join, createJoinInput, makeOwner, type TeamMember } from "../support/team";

type Role = "owner" | "admin" | "developer" | "user";

let product: Product;
let store: OpenStore;
let team: Record<Role, TeamMember>;
let stranger: TeamMember;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  const owner = await makeOwner(product, "owner@members.example.com", "Olivia Owner");
  const joinAs = (permission: string) =>
    join(product, owner.call, {
      email: `${permission}@members.example.com`,
      permission,
      name: `A ${permission}`,
    });
  team = {
    owner,
    admin: await joinAs("admin"),
    developer: await joinAs("developer"),
    user: await joinAs("user"),
  };
  stranger = await makeOwner(product, "stranger@members.example.com", "Stranger");
});
afterAll(async () => {
  await store.close();
});

const getRole = async (member: TeamMember) =>
  (await member.call("GET", "/api/auth")).data.permission as string | undefined;
const joinNewcomer = (email: string, permission?: string) =>
  join(product, team.owner.call, { email, ...(permission && { permission }) });
const signIn = (email: string) =>
  createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });

describe("the member list", () => {
  test("the list shows every member with its fields, and the open invitations", async () => {
    await invite(product, team.owner.call, { email: "open@members.example.com", permission: "developer" });
    const { data } = await team.admin.call("GET", "/api/account/users");
    const users = data.users as { email: string }[];
    expect(users.map(({ email }) => email).slice(0, 4)).toEqual(
      ["owner", "admin", "developer", "user"].map((name) => `${name}@members.example.com`),
    );
    expect(users[1]).toEqual({
      id: team.admin.id,
      name: "A admin",
      email: "admin@members.example.com",
      avatar: null,
      verified: true,
      last_login: expect.any(String) as string,
      permission: "admin",
      date_created: expect.any(String) as string,
      "2fa_enabled": false,
      has_password: true,
      support_enabled: false,
      account_name: "Olivia's account",
      accounts: [{ id: expect.any(String) as string, name: "Olivia's account" }],
      default_account: null,
    });
    expect(data.invites).toMatchObject([{ email: "open@members.example.com", permission: "developer" }]);
  });

  test("the list is paged by fifty, each member once", async () => {
    const { call } = await makeOwner(product, "many@members.example.com");
    const accountId = String((await call("GET", "/api/auth")).data.account_id);
    await addMembers(store, { accountId, like: team.user.id, count: 120 });
    const ids: string[] = [];
    for (let after = ""; ;) {
      const { data } = await call("GET", `/api/account/users${after && `?after=${after}`}`);
      ids.push(...(data.users as { id: string }[]).map(({ id }) => id));
      if (data.next === null) break;
      after = data.next as string;
    }
    expect(ids).toHaveLength(121);
    expect(new Set(ids).size).toBe(121);
  });

  test("the page links to the members whom the caller can edit, not to the owner or the caller", async () => {
    const page = createBrowser(product);
    await page.post("/signin", { email: "admin@members.example.com", password: PASSWORD });
    const { html } = await page.get("/account/users");
    expect(html).toContain("Olivia Owner");
    expect(html).toContain("Invited");
    expect(html).toContain(`/account/users/edit?id=${team.user.id}`);
    expect(html).not.toContain(`/account/users/edit?id=${team.owner.id}`);
    expect(html).not.toContain(`/account/users/edit?id=${team.admin.id}`);
    const edit = await page.get(`/account/users/edit?id=${team.user.id}`);
    expect(edit.html).not.toMatch(/<option value="(owner|master)"/);
    expect((await page.get(`/account/users/edit?id=${stranger.id}`)).status).toBe(404);
  });
});

describe("changing a role", () => {
  test("a new role takes effect with the member's next request", async () => {
    const joinAs = await joinNewcomer("promoted@members.example.com");
    expect((await joinAs.call("GET", "/api/account/users")).status).toBe(403);
    const changed = await team.admin.call("PATCH", `/api/user/${joinAs.id}`, { permission: "admin" });
    expect(changed).toMatchObject({ status: 200, data: { permission: "admin" } });
    expect((await joinAs.call("GET", "/api/account/users")).status).toBe(200);
  });

  test.each(["owner", "master", "nobody", ["admin"]])("a change to %j answers 400", async (permission) => {
    const answer = await team.owner.call("PATCH", `/api/user/${team.user.id}`, { permission });
    expect(answer).toMatchObject({ status: 400, body: { inputError: "permission" } });
    expect(await getRole(team.user)).toBe("user");
  });

  test("changing a role ignores all other fields", async () => {
    const before = await store.findOne(userEntity, { id: team.user.id });
    const answer = await team.admin.call("PATCH", `/api/user/${team.user.id}`, {
      permission: "user",
      name: "Renamed",
      email: "taken@members.example.com",
      password: "taken over!",
      "2fa_enabled": true,
      verified: false,
      account_id: "x",
    });
    expect(answer.status).toBe(200);
    expect(await store.findOne(userEntity, { id: team.user.id })).toEqual(before);
  });

  test.each([
    ["admin", "owner", 403],
    ["admin", "admin", 403],
    ["owner", "owner", 403],
    ["developer", "user", 403],
    ["user", "developer", 403],
  ] as const)("%s on %s answers %i", async (caller, target, status) => {
    const { id } = team[target];
    expect(await team[caller].call("PATCH", `/api/user/${id}`, { permission: "user" })).toMatchObject({
      status,
    });
    expect(await getRole(team[target])).toBe(target);
  });
});

describe("members of another account are answered like absent ones", () => {
  test.each([
    ["PATCH", { permission: "user" }],
    ["DELETE", {}],
  ])("%s", async (method, body) => {
    const foreign = await team.owner.call(method, `/api/user/${stranger.id}`, body);
    expect(foreign.status).toBe(404);
    for (const id of [
      crypto.randomUUID(),
      "-1",
      "9223372036854775808",
      "%2e%2e",
      stranger.id.toUpperCase(),
    ]) {
      const absent = await team.owner.call(method, `/api/user/${id}`, body);
      expect(absent.body, id).toEqual(foreign.body);
    }
    expect(await getRole(stranger)).toBe("owner");
  });
});

describe("ending a membership", () => {
  test("an admin removes a member: their sessions in the account end, their user and other accounts stay", async () => {
    const elsewhere = await insertUserOnFreePlan("both@members.example.com", "Both");
    const link = await invite(product, team.owner.call, { email: "both@members.example.com" });
    const here = createApiClient(
      product,
      String((await createApiClient(product)("POST", "/api/user", createJoinInput(link))).data.token),
    );
    const { id } = (await here("GET", "/api/user")).data;
    const before = await store.findOne(userEntity, { id: String(id) });

    const removed = await team.admin.call("DELETE", `/api/user/${String(id)}`);
    expect(removed).toMatchObject({ status: 200, data: { signout: false } });

    expect((await here("GET", "/api/user")).status).toBe(401);
    expect((await elsewhere.call("GET", "/api/auth")).data.permission).toBe("owner");
    expect(await store.findOne(userEntity, { id: String(id) })).toEqual(before);
    expect((await team.admin.call("DELETE", `/api/user/${String(id)}`)).status).toBe(404);
  });

  test("a user without any account gets a new one at the next sign-in", async () => {
    const joinAs = await joinNewcomer("left-over@members.example.com");
    await team.owner.call("DELETE", `/api/user/${joinAs.id}`);
    const again = await signIn("left-over@members.example.com");
    expect(again).toMatchObject({ status: 200, data: { permission: "owner", plan: null } });
    expect((await signIn("left-over@members.example.com")).data.account_id).toBe(again.data.account_id);
  });

  test.each([
    ["admin", "owner", 403],
    ["developer", "user", 404],
    ["user", "admin", 404],
  ] as const)("%s cannot remove %s: %i", async (caller, target, status) => {
    expect(await team[caller].call("DELETE", `/api/user/${team[target].id}`)).toMatchObject({ status });
    expect(await getRole(team[target])).toBe(target);
  });

  test("members can remove themselves, which signs them out; the owner cannot", async () => {
    const joinAs = await joinNewcomer("leaver@members.example.com");
    const left = await joinAs.call("DELETE", `/api/user/${joinAs.id}`);
    expect(left).toMatchObject({ status: 200, data: { signout: true } });
    expect((await joinAs.call("GET", "/api/user")).status).toBe(401);
    const kept = await team.owner.call("DELETE", `/api/user/${team.owner.id}`);
    expect(kept).toMatchObject({ status: 403 });
    expect(await getRole(team.owner)).toBe("owner");
  });

  test("the leave page needs the account's name, also without JavaScript", async () => {
    await joinNewcomer("typing@members.example.com");
    const page = createBrowser(product);
    await page.post("/signin", { email: "typing@members.example.com", password: PASSWORD });
    for (const fields of [{}, { confirmation: "" }, { confirmation: "Another" }]) {
      const refused = await page.post("/account/leave", fields as Record<string, string>);
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toContain("match the account name");
    }
    expect(await page.post("/account/leave", { confirmation: "Olivia's account" })).toMatchObject({
      status: 302,
      location: "/signin",
    });
    expect(page.cookies.has("session")).toBe(false);
  });
});
