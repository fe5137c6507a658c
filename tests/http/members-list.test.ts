/** The list of an account's members and invitations: orders, filters, and the exported file. */
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
