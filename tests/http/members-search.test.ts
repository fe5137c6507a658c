/** Searching an account's members: the whole list, whichever page is open, and no other account's members. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { membershipEntity } from "~/models/membership.server";
import { createCursor } from "~/domain/cursors";
import { MEMBER_SORTS } from "~/domain/members";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD, createApiClient, type Browser } from "../support/clients";
import { addMember, addMembers } from "../support/members";
import { linkIn, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";
import { invite, join, createJoinInput, makeOwner, type TeamMember } from "../support/team";

const MANY = 60;

let product: Product;
let store: OpenStore;
let owner: TeamMember;
let accountId: string;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  owner = await makeOwner(product, "owner@members-search.example.com", "Olivia Owner");
  accountId = String((await owner.call("GET", "/api/auth")).data.account_id);
  await addMembers(store, { accountId, like: owner.id, count: MANY });
});
afterAll(async () => {
  await store.close();
});

interface Found {
  users: { name: string; email: string }[];
  invites: { email: string }[];
  next: string | null;
}

async function getFound(query: string): Promise<Found> {
  const answer = await owner.call("GET", `/api/account/users?${query}`);
  expect(answer.status, query).toBe(200);
  return answer.data as unknown as Found;
}

const searchNames = async (search: string) =>
  (await getFound(`search=${encodeURIComponent(search)}`)).users.map(({ name }) => name);

describe("members of one role", () => {
  test.each(MEMBER_SORTS)("members of one role, by %s, are on two pages, each once", async (sort) => {
    const first = await getFound(`permission=user&sort=${sort}`);
    const second = await getFound(`permission=user&sort=${sort}&after=${first.next ?? ""}`);
    const emails = [...first.users, ...second.users].map(({ email }) => email);
    expect(first.users).toHaveLength(50);
    expect([emails.length, new Set(emails).size, second.next]).toEqual([MANY, MANY, null]);
  });

  test("all come after the place of a role before theirs, and none after that of a later one", async () => {
    const id = "ffffffff-ffff-7000-8000-000000000000";
    const getAfter = (value: string) =>
      getFound(
        `permission=user&sort=permission&after=${createCursor({ by: "role,role", value, id, rank: 0 })}`,
      );
    expect((await getAfter("owner")).users).toHaveLength(50);
    expect((await getAfter("visitor")).users).toEqual([]);
  });
});

describe("members", () => {
  test("members beyond the first page are found by the beginning of their name, in any case", async () => {
    expect((await getFound("")).users.map(({ name }) => name)).not.toContain("Member 60");
    for (const typed of ["Member 60", "mEMBER 60", "  member 60 "]) {
      expect(await searchNames(typed), typed).toEqual(["Member 60"]);
    }
    expect(await searchNames("ember 60")).toEqual([]);
  });

  test("members are found by the beginning of their email", async () => {
    expect(await searchNames("owner@mem")).toEqual(["Olivia Owner"]);
    expect(await searchNames("owner")).toEqual(["Olivia Owner"]);
  });

  test("members in a search result are paged, each once", async () => {
    const first = await getFound("search=member");
    const second = await getFound(`search=member&after=${first.next ?? ""}`);
    expect([first.users.length, second.users.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.users, ...second.users].map(({ name }) => name)).size).toBe(MANY);
  });

  test("members of other accounts are not found", async () => {
    const stranger = await makeOwner(product, "zelda@members-search.example.com", "Zelda");
    expect(await searchNames("zelda")).toEqual([]);
    await addMember(store, { userId: stranger.id, accountId });
    expect(await searchNames("zelda")).toEqual(["Zelda"]);
  });

  test("members who just joined, or changed their name or email, are found by their present name and email", async () => {
    const member = await join(product, owner.call, {
      email: "fresh@members-search.example.com",
      name: "Freya",
    });
    expect(await searchNames("frey")).toEqual(["Freya"]);
    await member.call("PATCH", "/api/user", { name: "Wilhelmina" });
    expect([await searchNames("frey"), await searchNames("wilhel")]).toEqual([[], ["Wilhelmina"]]);

    await member.call("PATCH", "/api/user", {
      email: "moved@members-search.example.com",
      password: PASSWORD,
    });
    expect(await searchNames("moved@")).toEqual([]);
    const link = linkIn(await product.mailTo("moved@members-search.example.com"), "/signup/verify");
    await member.call("POST", "/api/user/verify", { token: link.searchParams.get("token") });
    expect([await searchNames("fresh@"), await searchNames("moved@")]).toEqual([[], ["Wilhelmina"]]);
  });

  test("members who created the account by signing up can be found, verified or not", async () => {
    const answer = await createApiClient(product)(
      "POST",
      "/api/account",
      createJoinInput({ id: "", email: "new@members-search.example.com" }),
    );
    const membership = await store.findOne(membershipEntity, { accountId: String(answer.data.account_id) });
    expect(membership).toMatchObject({ nameKey: "ada lovelace", email: "new@members-search.example.com" });
    await createApiClient(product, String(answer.data.token))("PATCH", "/api/user", {
      email: "newer@members-search.example.com",
      password: PASSWORD,
    });
    expect((await store.findOne(membershipEntity, { id: membership?.id ?? "" }))?.email).toBe(
      "newer@members-search.example.com",
    );
  });
});

test("open invitations are found by the beginning of their email, in the order of the names", async () => {
  await invite(product, owner.call, { email: "member-to-be@members-search.example.com" });
  const first = await getFound("search=member");
  expect(first.invites).toEqual([]);
  const second = await getFound(`search=member&after=${first.next ?? ""}`);
  expect(second.invites.map(({ email }) => email)).toEqual(["member-to-be@members-search.example.com"]);
  expect((await getFound("search=olivia")).invites).toEqual([]);
});

describe("the members page", () => {
  let page: Browser;
  beforeAll(async () => {
    page = createBrowser(product);
    await page.post("/signin", { email: "owner@members-search.example.com", password: PASSWORD });
  });

  test("the members page finds the same members, and keeps the search in its field and in the links between pages", async () => {
    const { html } = await page.get("/account/users?search=Member+60");
    expect(html).toContain("Member 60");
    expect(html).not.toContain("Member 59");
    expect(html).toMatch(/<input[^>]*name="search"[^>]*value="Member 60"/);
    expect((await page.get("/account/users?search=member")).html).toMatch(
      /href="[^"]*\?search=member&amp;after=[^"]+"/,
    );
  });

  test.each(["%25", "_", "'", "%F0%9F%98%80", "\\", "x".repeat(3000), "a%00b"])(
    "the members page takes any search as text: %s",
    async (search) => {
      const answer = await page.get(`/account/users?search=${search}`);
      expect(answer.status).toBe(200);
      expect(answer.html).toContain("No Results");
    },
  );
});
