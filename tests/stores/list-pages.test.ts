/** Paging through a list, forwards and backwards, on every store. */
import { v7 as uuid } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { findPage } from "~/models/store/list-page";
import { describeStores } from "../support/stores";

const SIZE = 3;
const [OURS, THEIRS] = [uuid(), uuid()];

await describeStores("list pages", (fresh) => {
  const store = () => fresh().store;
  beforeAll(async () => {
    for (let index = 0; index < 8; index += 1) await add(OURS, index);
    await add(THEIRS, 0);
  });

  async function add(accountId: string, index: number): Promise<void> {
    await store().insert("audits", {
      id: uuid(),
      accountId,
      actorId: uuid(),
      actorName: "Grace",
      impersonatorId: null,
      impersonatorName: null,
      action: "joined",
      target: String(index),
      address: "127.0.0.1",
      // Two rows share each creation time.
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 2))),
    });
  }

  async function getPage(at: { after?: string; before?: string }) {
    const found = await findPage(store(), "audits", {
      where: { accountId: OURS },
      at,
      order: { by: "createdAt", direction: "desc" },
      size: SIZE,
    });
    return { ...found, shown: found.rows.map(({ target }) => target).join("") };
  }

  test("the pages contain every row once, newest first, and the last page has no next one", async () => {
    const first = await getPage({});
    const second = await getPage({ after: first.next ?? "" });
    const third = await getPage({ after: second.next ?? "" });
    expect([first.shown, second.shown, third.shown]).toEqual(["765", "432", "10"]);
    expect(first.previous).toBeNull();
    expect(third.next).toBeNull();
  });

  test("the previous link leads back to the same page", async () => {
    const second = await getPage({ after: (await getPage({})).next ?? "" });
    const third = await getPage({ after: second.next ?? "" });
    expect((await getPage({ before: third.previous ?? "" })).shown).toBe("432");
    const first = await getPage({ before: second.previous ?? "" });
    expect(first.shown).toBe("765");
    expect(first.previous).toBeNull();
  });

  test.each(["", "nothing like an id", "x".repeat(5000), "\0"])(
    "a cursor without a row leads to the first page: %j",
    async (after) => {
      expect((await getPage({ after })).shown).toBe("765");
    },
  );

  test("a cursor from another account leads to the first page of the caller's own", async () => {
    const theirs = await store().findOne("audits", { accountId: THEIRS });
    expect((await getPage({ after: theirs?.id ?? "" })).shown).toBe("765");
  });
});
