/** The list of an account's members and invitations: orders, filters, actions on several rows, and the exported file. */
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { inviteEntity } from "~/models/invite.server";
import { userEntity } from "~/models/user.server";
import { membershipEntity } from "~/models/membership.server";
import { createCursor } from "~/domain/cursors";
import { days } from "~/domain/limits";
import { MEMBER_SORTS } from "~/domain/members";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, type Browser } from "../support/clients";
import { addMembers } from "../support/members";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { invite, join, makeOwner, type TeamMember } from "../support/team";

interface Listed {
  users: { id: string; name: string; email: string; permission: string }[];
  invites: { id: string; email: string; expired: boolean }[];
  next: string | null;
  previous: string | null;
}

let product: Product;
let store: OpenStore;
let owner: TeamMember;
let admin: TeamMember;
let accountId: string;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  owner = await makeOwner(product, "owner@list.test", "Olivia Owner");
  accountId = String((await owner.call("GET", "/api/auth")).data.account_id);
  admin = await join(product, owner.call, { email: "admin@list.test", permission: "admin", name: "Adam" });
  await join(product, owner.call, { email: "zoe@list.test", permission: "developer", name: "Zoe" });
  await addMembers(store, { accountId, like: admin.id, count: 60 });
  const [first] = await store.find(membershipEntity, { accountId, nameKey: "member 1" });
  await store.update(membershipEntity, { id: first?.id ?? "" }, { verifiedAt: null, signedInAt: null });
  await store.update(userEntity, { id: first?.userId ?? "" }, { verifiedAt: null, lastSignInAt: null });
  await invite(product, owner.call, { email: "open@list.test", permission: "developer" });
  await invite(product, owner.call, { email: "late@list.test" });
  const past = new Date(Date.now() - days(1));
  await store.update(inviteEntity, { email: "late@list.test" }, { expiresAt: past });
});
afterAll(async () => {
  await store.close();
});

async function list(query: Record<string, string> = {}, call = owner.call): Promise<Listed> {
  const answer = await call("GET", `/api/account/users?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return answer.data as unknown as Listed;
}

const getIds = ({ users, invites }: Listed) => [...users, ...invites].map(({ id }) => id);

describe("the order", () => {
  test.each(MEMBER_SORTS.flatMap((sort) => [`${sort} asc`, `${sort} desc`]))(
    "%s has each member and invitation once, forwards and backwards",
    async (order) => {
      const [sort = "", direction = ""] = order.split(" ");
      const first = await list({ sort, direction });
      const second = await list({ sort, direction, after: first.next ?? "" });
      expect(getIds(first)).toHaveLength(50);
      expect(new Set([...getIds(first), ...getIds(second)]).size).toBe(65);
      expect(second.next).toBeNull();
      expect(await list({ sort, direction, before: second.previous ?? "" })).toEqual({
        ...first,
        previous: null,
      });
    },
  );

  test.each(MEMBER_SORTS)("an order by %s goes on where the row was deleted", async (sort) => {
    const first = await list({ sort });
    const last = first.users.at(-1)?.id ?? "";
    const [membership] = await store.find(membershipEntity, { accountId, userId: last });
    const rest = await list({ sort, after: first.next ?? "" });
    await store.remove(membershipEntity, { id: membership?.id ?? "" });
    expect(getIds(await list({ sort, after: first.next ?? "" }))).toEqual(getIds(rest));
    if (membership) await store.insert(membershipEntity, membership);
  });

  test("a cursor of another order, or with a value that its column cannot have, is refused", async () => {
    const { next } = await list({ sort: "name" });
    const wrong = [
      `sort=status&after=${next ?? ""}`,
      `sort=name&after=${createCursor({ by: "nameKey,email", value: 7, id: uuid(), rank: 0 })}`,
      `sort=name&after=${createCursor({ by: "nameKey,email", value: "x".repeat(400), id: uuid(), rank: 0 })}`,
      `sort=date_created&before=${createCursor({ by: "createdAt,sentAt", value: null, id: uuid(), rank: 0 })}`,
    ];
    for (const query of wrong)
      expect(await owner.call("GET", `/api/account/users?${query}`)).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^This cursor doesn't belong/) as string,
      });
  });

  test("the order by name merges both by the searched text; that by status begins with the expired invitations", async () => {
    const { users } = await list({ sort: "name" });
    expect(users.slice(0, 2).map(({ name }) => name)).toEqual(["Adam", "Member 1"]);
    expect((await list({ sort: "name", direction: "desc" })).users[0]?.name).toBe("Zoe");
    const byStatus = await list({ sort: "status" });
    expect(byStatus.invites.map(({ email }) => email)).toEqual(["late@list.test", "open@list.test"]);
    expect(byStatus.users[0]?.name).toBe("Member 1");
    expect((await list({ sort: "permission" })).users[0]?.permission).toBe("admin");
  });
});

describe("a filter", () => {
  test.each([
    [{ status: "registered" }, ["Member 1"], []],
    [{ permission: "owner" }, ["Olivia Owner"], []],
    [{ permission: "developer" }, ["Zoe"], ["open@list.test"]],
    [{ permission: "developer", status: "verified", sort: "last_login" }, ["Zoe"], []],
    [{ status: "invited" }, [], ["open@list.test"]],
    [{ status: "expired" }, [], ["late@list.test"]],
    [{ search: "member 1", status: "registered", sort: "date_created" }, ["Member 1"], []],
    [{ search: "zo", sort: "2fa_enabled", direction: "desc" }, ["Zoe"], []],
  ])("%j finds these rows alone", async (query, names, emails) => {
    const { users, invites } = await list(query);
    expect(users.map(({ name }) => name)).toEqual(names);
    expect(invites.map(({ email }) => email)).toEqual(emails);
  });

  test.each(["sort=owner_claim", "direction=up", "status=deleted", "permission=master"])(
    "%s is refused by the call and ignored by the page",
    async (query) => {
      expect((await owner.call("GET", `/api/account/users?${query}`)).status).toBe(400);
      const browser = createBrowser(product);
      await browser.post("/signin", { email: "owner@list.test", password: PASSWORD });
      expect((await browser.get(`/account/users?${query}`)).status).toBe(200);
    },
  );
});

describe("the page", () => {
  let page: Browser;
  beforeAll(async () => {
    page = createBrowser(product);
    await page.post("/signin", { email: "owner@list.test", password: PASSWORD });
  });

  test("the page keeps search, filters and order in its links and its form", async () => {
    const { html } = await page.get("/account/users?search=member&status=verified&sort=name&direction=desc");
    expect(html).toMatch(/href="[^"]*\?status=verified&amp;sort=name&amp;direction=asc&amp;search=member"/);
    expect(html).toMatch(/href="[^"]*direction=desc&amp;search=member&amp;after=[^"]+" ?/);
    expect(html).toMatch(/<input type="hidden" name="sort" value="name"/);
    expect(html).toMatch(/<option value="verified" selected=""/);
    expect(html).toMatch(/href="\/account\/users\/export\?search=member&amp;status=verified/);
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
    await page.post("/signin", { email: "admin@list.test", password: PASSWORD });
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

  test("members of other accounts are skipped like unknown ids", async () => {
    const stranger = await makeOwner(product, "stranger@list.test");
    const theirs = await join(product, stranger.call, { email: "theirs@list.test" });
    const answer = await act({ action: "remove", ids: [theirs.id] });
    expect(answer.data).toEqual({
      done: [],
      skipped: [theirs.id],
      results: [{ id: theirs.id, name: null, changed: false }],
    });
    expect(answer.message).toContain("Skipped: 1 that no longer exists.");
    expect((await theirs.call("GET", "/api/auth")).data.permission).toBe("user");
  });
});

describe("the exported file", () => {
  test("the exported file has what is filtered, in quotes, without formulas, and one entry of the log", async () => {
    const [member] = (await list({ search: "member 40" })).users;
    await store.update(userEntity, { id: member?.id ?? "" }, { name: '=HYPERLINK("x"), "quoted"' });
    const page = createBrowser(product);
    await page.post("/signin", { email: "admin@list.test", password: PASSWORD });
    const file = await page.get("/account/users/export?search=member+40");
    expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const [header, row, ...rest] = file.html.split("\r\n");
    expect(header).toBe('"name","email","permission","status","last_login","2fa_enabled","date_created"');
    expect(row).toContain(`"'=HYPERLINK(""x""), ""quoted""","${member?.email ?? ""}","user","verified"`);
    expect(rest).toEqual([""]);
    const audits = await store.find(auditEntity, { accountId, action: "members_exported" });
    expect(audits.map(({ target }) => target)).toEqual(["1, search"]);
  });
});

test.each(["=1+1", "+1", "-1", "@SUM(1)", " =1+1", "\u200b=1", "＝1+1", "＠SUM(1)"])(
  "the name %j is text in the exported file",
  async (name) => {
    const [member] = (await list({ search: "member 41" })).users;
    await store.update(userEntity, { id: member?.id ?? "" }, { name });
    const { data } = await admin.call("GET", "/api/account/users/export?search=member+41");
    expect(String(data.csv).split("\r\n")[1]).toContain(`"'${name}","`);
  },
);

test("emails are checked before they are invited: members, invitations, malformed ones, and the places left", async () => {
  await invite(product, owner.call, { email: "pending@list.test" });
  const email = "NEW@list.test, admin@list.test, pending@list.test, nonsense";
  const answer = await admin.call("POST", "/api/invite/check", { email });
  expect(answer.data).toMatchObject({
    emails: [
      { email: "new@list.test", state: "new" },
      { email: "admin@list.test", state: "member" },
      { email: "pending@list.test", state: "invited" },
      { email: "nonsense", state: "malformed" },
    ],
  });
  expect(product.mailsTo("new@list.test")).toEqual([]);
});
