/** Keyset paging, the same on every store: complete and in order, even where rows share the sorted value. */
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { tokenEntity } from "~/models/token.server";
import type { FindOptions } from "~/models/store/conditions";
import { membershipEntity, type MembershipRow } from "~/models/membership.server";
import { describeEveryStore } from "../support/stores";
import { buildMembership, buildToken } from "./rows";

type Direction = "asc" | "desc";

await describeEveryStore("paging", (fresh) => {
  const store = () => fresh().store;

  /** 23 members with five different creation times, so that most share theirs with others. */
  async function makeMembers(): Promise<MembershipRow[]> {
    const accountId = uuid();
    const members = Array.from({ length: 23 }, (_, index) =>
      buildMembership({ accountId, createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, index % 5)) }),
    );
    for (const member of members) await store().insert(membershipEntity, member);
    return members;
  }

  async function readPages(
    accountId: string,
    options: FindOptions<MembershipRow> & { by: "createdAt" | "role" | "id" },
  ) {
    const { by, order, limit } = options;
    const pages: MembershipRow[][] = [];
    for (;;) {
      const last = pages.at(-1)?.at(-1);
      const after = last && { value: last[by], id: last.id };
      const page = await store().find(
        membershipEntity,
        { accountId },
        { order, limit, ...(after && { after }) },
      );
      if (page.length === 0) return pages;
      pages.push(page);
    }
  }

  const createComparator =
    (by: "createdAt" | "role" | "id", direction: Direction) => (a: MembershipRow, b: MembershipRow) => {
      const [left, right] = direction === "asc" ? [a, b] : [b, a];
      if (left[by] < right[by]) return -1;
      return left[by] > right[by] ? 1 : left.id < right.id ? -1 : 1;
    };

  test.each([
    ["createdAt", "asc", 5],
    ["createdAt", "desc", 5],
    ["createdAt", "desc", 1],
    ["role", "asc", 4],
    ["role", "desc", 4],
    ["id", "asc", 7],
    ["id", "desc", 7],
    ["createdAt", "asc", 23],
  ] as const)("pages by %s, %s, of %i contain every row once and in order", async (by, direction, limit) => {
    const members = await makeMembers();
    const pages = await readPages(members[0]?.accountId ?? "", { by, order: { by, direction }, limit });
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    expect(pages.flat()).toEqual(members.toSorted(createComparator(by, direction)));
  });

  test("rows that are found by another index than that of the order are the same, in the same order", async () => {
    const members = await makeMembers();
    const where = { accountId: members[0]?.accountId ?? "", role: "owner" } as const;
    const after = { value: members[7]?.createdAt ?? null, id: members[7]?.id ?? "" };
    for (const direction of ["asc", "desc"] as const) {
      const page = { order: { by: "createdAt", direction }, after, limit: 5 } as const;
      const expected = await store().find(membershipEntity, where, page);
      expect(expected).toHaveLength(5);
      expect(await store().find(membershipEntity, where, { ...page, foundBy: "role" })).toEqual(expected);
      const { rows } = await store().findTogether({
        rows: { entity: membershipEntity, where, ...page, foundBy: "role" },
      });
      expect(rows).toEqual(expected);
    }
  });

  test("a row inserted between two pages neither repeats nor hides another", async () => {
    const members = await makeMembers();
    const accountId = members[0]?.accountId ?? "";
    const order = { by: "createdAt", direction: "desc" } as const;
    const first = await store().find(membershipEntity, { accountId }, { order, limit: 10 });
    await store().insert(membershipEntity, buildMembership({ accountId, createdAt: new Date() }));
    const last = first.at(-1);
    const after = { value: last?.createdAt ?? null, id: last?.id ?? "" };
    const rest = await store().find(membershipEntity, { accountId }, { order, after });
    expect([...first, ...rest]).toEqual(members.toSorted(createComparator("createdAt", "desc")));
  });

  test("texts are ordered by code points", async () => {
    const userId = uuid();
    const ordered = ["", " ", "A", "B", "Z", "a", "b", "z", "é", "ß", "中", "😀"].toSorted((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    for (const email of ordered.toReversed())
      await store().insert(tokenEntity, buildToken({ userId, email }));
    const order = { by: "email", direction: "asc" } as const;
    expect((await store().find(tokenEntity, { userId }, { order })).map(({ email }) => email)).toEqual(
      ordered,
    );
    const after = { value: "Z", id: "" };
    const following = await store().find(tokenEntity, { userId }, { order, after });
    expect(following.map(({ email }) => email)).toEqual(ordered.slice(ordered.indexOf("Z")));
  });

  test("the default limit is a hundred rows, and a larger limit is respected", async () => {
    const userId = uuid();
    await store().transaction(async (inner) => {
      for (let made = 0; made < 105; made += 1) await inner.insert(tokenEntity, buildToken({ userId }));
    });
    expect(await store().find(tokenEntity, { userId })).toHaveLength(100);
    expect(await store().find(tokenEntity, { userId }, { limit: 103 })).toHaveLength(103);
    expect(await store().find(tokenEntity, { userId }, { limit: 1000 })).toHaveLength(105);
  });

  test("an order by a nullable field and an invalid limit are rejected", async () => {
    const find = (options: object) => store().find(tokenEntity, {}, options);
    await expect(find({ order: { by: "usedAt", direction: "asc" } })).rejects.toThrow("may be null");
    await expect(find({ after: { value: "x", id: "x" } })).rejects.toThrow(TypeError);
    for (const limit of [0, -1, 1.5, Number.NaN, "1; DROP TABLE tokens"]) {
      await expect(find({ limit })).rejects.toThrow(TypeError);
    }
  });
});
