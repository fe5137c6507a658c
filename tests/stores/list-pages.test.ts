/** Paging through a list, forwards and backwards, on every store. */
import { v7 as uuid } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { createCursor } from "~/domain/cursors";
import { AppError } from "~/domain/errors";
import { findPage } from "~/models/store/list-page";
import { toStoreFailure } from "~/services/platform/operation.server";
import { describeEveryStore } from "../support/stores";

const SIZE = 3;
const [OURS, THEIRS] = [uuid(), uuid()];

await describeEveryStore("list pages", (fresh) => {
  const store = () => fresh().store;
  beforeAll(async () => {
    for (let index = 0; index < 8; index += 1) await add(OURS, index);
    await add(THEIRS, 0);
  });

  async function add(accountId: string, index: number): Promise<void> {
    await store().insert(auditEntity, {
      id: uuid(),
      accountId,
      actorId: uuid(),
      actorName: "Grace",
      impersonatorId: null,
      impersonatorName: null,
      action: "joined",
      target: String(index),
      ip: "127.0.0.1",
      // Two rows share each creation time.
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 2))),
    });
  }

  async function getPage(at: { after?: string; before?: string }, accountId = OURS) {
    const found = await findPage(store(), auditEntity, {
      where: { accountId },
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

  test("a list goes on from its place after the row there was deleted, in both directions", async () => {
    const accountId = uuid();
    for (let index = 0; index < 8; index += 1) await add(accountId, index);
    const first = await getPage({}, accountId);
    const second = await getPage({ after: first.next ?? "" }, accountId);
    await store().remove(auditEntity, { id: first.rows.at(-1)?.id ?? "" });
    expect((await getPage({ after: first.next ?? "" }, accountId)).shown).toBe("432");
    await store().remove(auditEntity, { id: second.rows.at(0)?.id ?? "" });
    expect((await getPage({ before: second.previous ?? "" }, accountId)).shown).toBe("76");
  });

  test("a page whose rows were all deleted leads back to the rows before it", async () => {
    const accountId = uuid();
    for (let index = 0; index < 4; index += 1) await add(accountId, index);
    const first = await getPage({}, accountId);
    await store().remove(auditEntity, { accountId, target: "0" });
    const empty = await getPage({ after: first.next ?? "" }, accountId);
    expect(empty).toMatchObject({ shown: "", next: null });
    const back = await getPage({ before: empty.previous ?? "" }, accountId);
    expect(back.shown).toBe("32");
    expect((await getPage({ after: back.next ?? "" }, accountId)).shown).toBe("1");
  });

  const place = { by: "createdAt", value: new Date(), id: uuid(), rank: 0 };
  test.each([
    ["empty", ""],
    ["an id", uuid()],
    ["of another order", createCursor({ ...place, by: "id" })],
    ["whose value is of another type", createCursor({ ...place, value: "yesterday" })],
    ["whose value is missing", createCursor({ ...place, value: null })],
    ["whose year no store has", createCursor({ ...place, value: new Date(0 - 8e15) })],
    ["whose id no row can have", createCursor({ ...place, id: "x".repeat(500) })],
    ["whose id has the character NUL", createCursor({ ...place, id: "\0" })],
  ])("a cursor is refused that is %s", async (_, text) => {
    for (const at of [{ after: text }, { before: text }]) {
      const failure: unknown = await getPage(at).catch((thrown: unknown) => thrown);
      const refusal = failure instanceof AppError ? failure : toStoreFailure(failure);
      expect(refusal).toMatchObject({ code: "invalid", messageKey: "errors:cursor_invalid" });
    }
  });

  test("a cursor from another account is a place in the caller's own list", async () => {
    const theirs = await store().findOne(auditEntity, { accountId: THEIRS });
    const value = theirs?.createdAt ?? null;
    const after = createCursor({ by: "createdAt", value, id: theirs?.id ?? "", rank: 0 });
    expect((await getPage({ after })).rows.map(({ accountId }) => accountId)).not.toContain(THEIRS);
  });
});
