/** One action on several rows of the list of members, by the API and by the page of the selected rows. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inviteEntity } from "~/models/invite.server";
import { userEntity } from "~/models/user.server";
import { membershipEntity } from "~/models/membership.server";
import { days } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, type Browser } from "../support/clients";
import { addMembers } from "../support/members";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { invite, join, makeOwner, type TeamMember } from "../support/team";

interface Listed {
  users: { id: string; name: string; email: string; permission: string }[];
  invites: { id: string; email: string; expired: boolean }[];
}

let product: Product;
let store: OpenStore;
let owner: TeamMember;
let admin: TeamMember;
let accountId: string;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  owner = await makeOwner(product, "owner@bulk.test", "Olivia Owner");
  accountId = String((await owner.call("GET", "/api/auth")).data.account_id);
  admin = await join(product, owner.call, { email: "admin@bulk.test", permission: "admin", name: "Adam" });
  await addMembers(store, { accountId, like: admin.id, count: 60 });
  await invite(product, owner.call, { email: "open@bulk.test", permission: "developer" });
  await invite(product, owner.call, { email: "late@bulk.test" });
  const past = new Date(Date.now() - days(1));
  await store.update(inviteEntity, { email: "late@bulk.test" }, { expiresAt: past });
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

async function list(query: Record<string, string> = {}): Promise<Listed> {
  const answer = await owner.call("GET", `/api/account/users?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return answer.data as unknown as Listed;
}

describe("the page of the selected rows", () => {
  let page: Browser;
  beforeAll(async () => {
    page = createBrowser(product);
    await page.post("/signin", { email: "owner@bulk.test", password: PASSWORD });
  });

  test("the selected rows lead to a page that changes them without scripts", async () => {
    const { users } = await list({ search: "member 59" });
    const id = users[0]?.id ?? "";
    const chosen = await page.get(`/account/users/selected?ids=${id}&ids=${owner.id}&ids=${uuid()}`);
    expect(chosen.html).toContain("2 selected");
    expect(chosen.html).toContain("Member 59");
    const fields = { intent: "several", action: "role", permission: "developer", ids: id };
    expect(await page.post("/account/users/selected", fields)).toMatchObject({
      status: 302,
      location: "/account/users",
    });
    expect((await page.get("/account/users")).html).toContain("The role of Member 59 has been changed.");
    expect((await list({ search: "member 59" })).users[0]?.permission).toBe("developer");
    expect((await page.get("/account/users/selected")).html).toContain("Nothing is selected");
  });

  test("the page of the selected rows chooses no role itself, asks for one, and names what each takes from whom", async () => {
    const { users } = await list({ search: "member 58" });
    const id = users[0]?.id ?? "";
    await store.update(membershipEntity, { userId: id }, { role: "admin" });
    const url = `/account/users/selected?ids=${id}&ids=${owner.id}`;
    const { html } = await page.get(url);
    expect(html).toContain("Change the role of 1 member of 2 selected");
    expect(html).toContain("Remove 1 member of 2 selected?");
    expect(html.match(/1 admin loses the right to manage members/g)).toHaveLength(2);
    expect(html).not.toMatch(/name="permission"[^>]*checked/);
    const refused = await page.post(url, { intent: "several", action: "role", ids: id });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.html).toContain("Choose a role");
    expect((await list({ search: "member 58" })).users[0]?.permission).toBe("admin");
  });

  test("Undo of a bulk change gives each of 50 members the role from before, and names who is gone", async () => {
    const { users } = await list({ search: "member", sort: "name" });
    const chosen = users.filter(({ permission }) => permission === "user").slice(0, 50);
    expect(chosen.length).toBeGreaterThan(40);
    const [first, second, third] = chosen.map(({ id }) => id) as [string, string, string];
    await store.update(membershipEntity, { userId: first }, { role: "admin" });
    await store.update(membershipEntity, { userId: second }, { role: "developer" });
    const readRoles = async (ids: string[]) => {
      const members = await store.find(membershipEntity, { accountId, userId: { in: ids } });
      return ids.map((id) => members.find(({ userId }) => userId === id)?.role);
    };
    const change: [string, string][] = [
      ["intent", "several"],
      ["action", "role"],
      ["permission", "developer"],
      ...chosen.map(({ id }): [string, string] => ["ids", id]),
    ];
    await page.post("/account/users?search=member", change);
    expect(await readRoles([first, second, third])).toEqual(["developer", "developer", "developer"]);
    const { html } = await page.get("/account/users");
    const form = /<form[^>]*>(?:(?!<\/form>).)*name="undo"(?:(?!<\/form>).)*<\/form>/s.exec(html)?.[0] ?? "";
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    await store.remove(membershipEntity, { accountId, userId: third });
    expect(await page.post("/account/users?search=member", fields)).toMatchObject({ status: 302 });
    expect(await readRoles([first, second, third])).toEqual(["admin", "developer", undefined]);
    expect((await page.get("/account/users")).html).toMatch(/Skipped: 1 that no longer exists\./);
  });
});

describe("one action on several rows", () => {
  const act = (body: object, call = admin.call) => call("POST", "/api/account/users/actions", body);

  test("an action on several rows removes the members, and skips the owner, the caller, invitations and unknown ids", async () => {
    const { users } = await list({ search: "member 2", sort: "name" });
    const ids = users.slice(0, 2).map(({ id }) => id);
    const [open] = (await list({ status: "invited" })).invites;
    const answer = await act({ action: "remove", ids: [...ids, owner.id, admin.id, open?.id, uuid()] });
    expect(answer).toMatchObject({
      status: 200,
      message: expect.stringMatching(
        /^Member 2\d* and Member 2\d* have been removed\. .*Skipped: Olivia Owner, .*, and 1 that no longer exists\.$/,
      ) as string,
    });
    expect(answer.data.results).toContainEqual({ id: owner.id, name: "Olivia Owner", changed: false });
    expect(answer.data.results).toContainEqual({ id: open?.id, name: open?.email, changed: false });
    expect(new Set(answer.data.done as string[])).toEqual(new Set(ids));
    expect(answer.data.skipped).toHaveLength(4);
    expect(await store.count(membershipEntity, { accountId, userId: { in: ids } })).toBe(0);
  });

  test("an action on several rows revokes and resends invitations, an expired one too, and skips members", async () => {
    const { invites } = await list({ sort: "status" });
    const [late, open] = invites.map(({ id }) => id);
    const resent = await act({ action: "resend", ids: [late, owner.id] });
    expect(resent.data).toMatchObject({ done: [late], skipped: [owner.id] });
    expect((await list({ status: "expired" })).invites).toEqual([]);
    const revoked = await act({ action: "revoke", ids: [late, open] });
    const message = expect.stringMatching(/^The invitations to \S+ and \S+ have been revoked\.$/) as string;
    expect(revoked).toMatchObject({ data: { skipped: [] }, message });
    expect(await act({ action: "revoke", ids: [late] })).toMatchObject({
      data: { done: [], skipped: [late] },
    });
  });

  test("the message names three members, and counts the others, shortened so that it fits its cookie", async () => {
    const { users } = await list({ search: "member 3", sort: "name" });
    const chosen = users.slice(0, 6).map(({ id }) => id);
    const long = "王".repeat(100);
    await store.update(userEntity, { id: { in: chosen } }, { name: long });
    const fields = [...chosen.map((id): [string, string] => ["ids", id]), ["ids", owner.id]] as [
      string,
      string,
    ][];
    const page = createBrowser(product);
    await page.post("/signin", { email: "admin@bulk.test", password: PASSWORD });
    const more: [string, string][] = [
      ["intent", "several"],
      ["action", "role"],
      ["permission", "developer"],
    ];
    await page.post("/account/users", [...more, ...fields]);
    expect((page.cookies.get("flash") ?? "").length).toBeLessThan(3800);
    const cut = `${"王".repeat(29)}…`;
    expect((await page.get("/account/users")).html).toContain(
      `The roles of ${cut}, ${cut}, ${cut}, and 3 more have been changed.`,
    );
  });

  test.each([
    [{ action: "role", ids: ["a"], permission: "owner" }, "permission"],
    [{ action: "role", ids: ["a"] }, "permission"],
    [{ action: "remove", ids: [] }, "ids"],
    [{ action: "remove", ids: Array.from({ length: 51 }, (_, index) => `id${index}`) }, "ids"],
    [{ action: "delete", ids: ["a"] }, "action"],
  ])("%j answers 400 and names the field", async (body, inputError) => {
    expect(await act(body)).toMatchObject({ status: 400, body: { inputError } });
  });

  test.each([
    [{}, "user"],
    [{ admin: [] }, "admin"],
    [
      {
        developer: Array.from({ length: 30 }, (_, index) => `a${index}`),
        user: ["b", "c"].flatMap((letter) => Array.from({ length: 11 }, (_, index) => `${letter}${index}`)),
      },
      "user",
    ],
  ])("roles by lists of ids: %j answers 400 and names the field", async (body, inputError) => {
    expect(await admin.call("POST", "/api/account/users/roles", body)).toMatchObject({
      status: 400,
      body: { inputError },
    });
  });

  test("one call gives several members different roles, and names those it skips and the roles before", async () => {
    const { users } = await list({ search: "member 4", sort: "name" });
    const [one, two] = users.map(({ id }) => id) as [string, string];
    const answer = await admin.call("POST", "/api/account/users/roles", {
      admin: [one, owner.id],
      developer: [two],
    });
    expect(answer.data).toMatchObject({ done: [one, two], skipped: [owner.id] });
    expect(answer.data.results).toContainEqual(
      expect.objectContaining({ id: two, previous_permission: "user" }),
    );
    const changed = (await list({ search: "member 4", sort: "name" })).users;
    expect(changed.slice(0, 2).map(({ permission }) => permission)).toEqual(["admin", "developer"]);
  });

  test("members of other accounts are skipped like unknown ids", async () => {
    const stranger = await makeOwner(product, "stranger@bulk.test");
    const theirs = await join(product, stranger.call, { email: "theirs@bulk.test" });
    const answer = await act({ action: "remove", ids: [theirs.id] });
    expect(answer.data).toEqual({
      done: [],
      skipped: [theirs.id],
      results: [{ id: theirs.id, name: null, changed: false }],
      offer_withdrawn: false,
    });
    expect(answer.message).toContain("Skipped: 1 that no longer exists.");
    expect((await theirs.call("GET", "/api/auth")).data.permission).toBe("user");
  });
});
