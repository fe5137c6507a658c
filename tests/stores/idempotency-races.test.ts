/** Calls with an Idempotency-Key under parallel requests, on every store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeyEntity } from "~/models/api-key.server";
import { idempotencyKeyEntity } from "~/models/idempotency-key.server";
import { eventEntity } from "~/models/event.server";
import { insertShippedPlans } from "~/services/billing/plans/plans.server";
import { createKey } from "~/services/keys/create-key.server";
import type { App } from "~/services/platform/app.server";
import { createEvent } from "~/services/platform/audit/events.server";
import { runOperation } from "~/services/platform/operation.server";
import { makeTestUser, type TestUser } from "../support/users";
import { createContext, makeApp, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

const DAY_MS = 86_400_000;
const EVENT = { name: "report_opened" };

await describeStores("Idempotency-Key", (fresh) => {
  let app: App;
  let owner: TestUser;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-idempotency-"));
  beforeAll(async () => {
    app = makeApp({ store: fresh().store, folder });
    await insertShippedPlans(app.store);
    owner = await makeOwner();
  });
  afterAll(async () => {
    await app.keyUse.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const makeOwner = () =>
    makeTestUser(app.store, { permission: "owner", isVerified: true, subscription: "active" });
  const send = async (idempotencyKey: string, input: object = EVENT, person = owner) =>
    runOperation(createEvent, input, { ...(await createContext(app, person)), idempotencyKey });
  const countEvents = (person = owner) => app.store.count(eventEntity, { accountId: person.accountId });

  test("of ten equal calls at once one runs; the others get its answer, or 409 while it runs", async () => {
    const before = await countEvents();
    const { answers, refusals } = await runConcurrently(10, () => send("at-once"));
    expect(await countEvents()).toBe(before + 1);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(refusals.map(({ messageKey }) => messageKey)).toEqual(
      Array(10 - answers.length).fill("errors:idempotency_unfinished"),
    );
    expect(await send("at-once")).toEqual({ data: {}, isReplayed: true });
  });

  test("another input under the same key is refused, and another caller's key is another one", async () => {
    await send("taken");
    await expect(send("taken", { name: "other" })).rejects.toMatchObject({ status: 422 });
    const other = await makeOwner();
    expect((await send("taken", { name: "other" }, other)).isReplayed).toBeUndefined();
    expect(await countEvents(other)).toBe(1);
  });

  test("a refused call frees its key, and one of unknown outcome never runs again", async () => {
    await expect(send("refused", { name: "Not A Name" })).rejects.toMatchObject({ status: 400 });
    expect((await send("refused")).isReplayed).toBeUndefined();
    await send("lost");
    const [row] = await app.store.find(
      idempotencyKeyEntity,
      {},
      { order: { by: "createdAt", direction: "desc" } },
    );
    await app.store.update(idempotencyKeyEntity, { id: row?.id ?? "" }, { answer: null });
    const before = await countEvents();
    await expect(send("lost")).rejects.toMatchObject({ status: 409 });
    expect(await countEvents()).toBe(before);
  });

  test("a key is free again after a day, for one of several calls at once", async () => {
    await send("old");
    const [row] = await app.store.find(
      idempotencyKeyEntity,
      {},
      { order: { by: "createdAt", direction: "desc" } },
    );
    await app.store.update(
      idempotencyKeyEntity,
      { id: row?.id ?? "" },
      { createdAt: new Date(Date.now() - DAY_MS - 1000) },
    );
    const before = await countEvents();
    await runConcurrently(5, () => send("old"));
    expect(await countEvents()).toBe(before + 1);
  });

  test("a repeated creation of an API key answers the same key, which is not stored in plain text", async () => {
    const create = async () =>
      runOperation(
        createKey,
        { name: "A program", scope: ["events:write"] },
        { ...(await createContext(app, owner)), idempotencyKey: "a-key" },
      );
    const { data } = await create();
    expect((await create()).data).toEqual(data);
    expect(await app.store.count(apiKeyEntity, { accountId: owner.accountId })).toBe(1);
    const stored = JSON.stringify(await app.store.find(idempotencyKeyEntity, {}));
    expect(stored).not.toContain(data.full_key);
    expect(stored).not.toContain("a-key");
  });
});
