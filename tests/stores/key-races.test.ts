/** API keys under parallel requests, on every store: the plan's limit, rotation, revocation, deletion and their use. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { apiKeyDayEntity, apiKeyEntity, apiKeySecretEntity } from "~/models/api-key.server";
import { AppError } from "~/domain/errors";
import { insertShippedPlans } from "~/services/billing/plans/plans.server";
import { createKey, rotateKey } from "~/services/keys/create-key.server";
import { sendExpiryMails } from "~/services/keys/expiry-mails.server";
import { findByKey } from "~/services/keys/key-calls.server";
import { startKeyUse } from "~/services/keys/key-use.server";
import { deleteKeys, updateKey } from "~/services/keys/keys.server";
import type { App } from "~/services/platform/app.server";
import { runOperation } from "~/services/platform/operation.server";
import { makeTestUser, type TestUser } from "../support/users";
import { createContext, makeApp, runConcurrently } from "../support/services";
import { describeStores } from "../support/stores";

const ORIGIN = { ip: "192.0.2.1", exactIp: "192.0.2.1" };
const NEW_KEY = { name: "A program", scope: ["events:write"] };
const DAY_MS = 86_400_000;

await describeStores("API keys", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-keys-"));
  beforeAll(async () => {
    app = makeApp({ store: fresh().store, folder });
    await insertShippedPlans(app.store);
  });
  afterAll(async () => {
    await app.keyUse.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const makeOwner = () =>
    makeTestUser(app.store, { permission: "owner", isVerified: true, subscription: "active" });
  const create = async (owner: TestUser, more: object = {}) =>
    (await runOperation(createKey, { ...NEW_KEY, ...more }, await createContext(app, owner))).data;
  const call = (key: string) => findByKey(app, key, ORIGIN);

  test("of ten keys that are created at once, the plan's two exist, and the others name the larger plan", async () => {
    const owner = await makeOwner();
    const { answers, refusals } = await runConcurrently(10, () => create(owner));
    expect(answers).toHaveLength(2);
    expect(refusals.map(({ status, detail }) => [status, detail.plan])).toEqual(Array(8).fill([402, "team"]));
    expect(await app.store.count(apiKeyEntity, { accountId: owner.accountId })).toBe(2);
    expect(await app.store.count(apiKeySecretEntity, { accountId: owner.accountId })).toBe(2);
  });

  test("a key is found by one statement, with its scopes, and a malformed one by none", async () => {
    const { full_key: key } = await create(await makeOwner());
    const before = app.database.statements;
    expect((await call(key)).key.scopes).toEqual(["events:write"]);
    expect(app.database.statements - before).toBe(1);
    await expect(call(`${key.slice(0, -1)}!`)).rejects.toThrow(AppError);
    expect(app.database.statements - before).toBe(1);
  });

  test("a key that is revoked while it is used fails from the next call on", async () => {
    const owner = await makeOwner();
    const { id, full_key: key } = await create(owner);
    const context = await createContext(app, owner);
    let isRevoked = false;
    const use = async () => {
      const wasRevoked = isRevoked;
      return call(key).then(
        () => !wasRevoked,
        (error: unknown) => error instanceof AppError && error.status === 401,
      );
    };
    const uses = Array.from({ length: 20 }, use);
    await runOperation(updateKey, { id, active: false }, context);
    isRevoked = true;
    expect(await Promise.all([...uses, use(), use()])).toEqual(Array(22).fill(true));
    await expect(call(key)).rejects.toMatchObject({ messageKey: "keys:refused.revoked" });
  });

  test("of several rotations at once each key is the newest or was replaced; the newest and one more work", async () => {
    const owner = await makeOwner();
    const { id, full_key: first } = await create(owner);
    const context = await createContext(app, owner);
    const { answers, refusals } = await runConcurrently(4, () =>
      runOperation(rotateKey, { id, overlap_hours: 1 }, context),
    );
    expect(answers.length + refusals.length).toBe(4);
    const keys = [first, ...answers.map(({ data }) => data.full_key)];
    const works = await Promise.all(
      keys.map((key) =>
        call(key).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(works.filter(Boolean)).toHaveLength(2);
    expect(await app.store.count(apiKeySecretEntity, { keyId: id })).toBe(2);
  });

  test("a rotation without an overlap ends the previous key at once", async () => {
    const owner = await makeOwner();
    const { id, full_key: previous } = await create(owner);
    const { data } = await runOperation(rotateKey, { id, overlap_hours: 0 }, await createContext(app, owner));
    await expect(call(previous)).rejects.toMatchObject({ messageKey: "keys:refused.rotated" });
    expect((await call(data.full_key)).user.id).toBe(owner.userId);
  });

  test("several keys are deleted together, or none when one is foreign; of two deletions one succeeds", async () => {
    const [owner, stranger] = [await makeOwner(), await makeOwner()];
    const [one, two, foreign] = [await create(owner), await create(owner), await create(stranger)];
    const context = await createContext(app, owner);
    const remove = (ids: string[]) => runOperation(deleteKeys, { ids }, context);
    await expect(remove([one.id, foreign.id])).rejects.toMatchObject({ code: "not_found" });
    expect(await app.store.count(apiKeyEntity, { accountId: owner.accountId })).toBe(2);
    const { answers, refusals } = await runConcurrently(2, () => remove([one.id, two.id]));
    expect([answers.length, refusals.map(({ code }) => code)]).toEqual([1, ["not_found"]]);
    expect(await app.store.count(apiKeySecretEntity, { accountId: owner.accountId })).toBe(0);
    expect(await app.store.count(apiKeyEntity, { accountId: stranger.accountId })).toBe(1);
  });

  test("what several processes count of one key is added up, and the last use wins", async () => {
    const owner = await makeOwner();
    const { id: keyId } = await create(owner);
    const { accountId } = owner;
    const processes = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((ip) => ({
      ip,
      use: startKeyUse({ ...app, every: 5, firstAfter: 1 }),
    }));
    for (let round = 0; round < 5; round += 1) {
      for (const { ip, use } of processes)
        for (let times = 0; times < 4; times += 1) use.record({ keyId, accountId, ip });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await Promise.all(processes.map(({ use }) => use.stop()));
    expect(await app.store.find(apiKeyDayEntity, { keyId })).toMatchObject([{ calls: 60 }]);
    const key = await app.store.findOne(apiKeyEntity, { id: keyId });
    expect(Date.now() - (key?.lastUsedAt?.getTime() ?? 0)).toBeLessThan(10_000);
  });

  test("the use of a deleted key is dropped", async () => {
    const owner = await makeOwner();
    const { id: keyId } = await create(owner);
    const use = startKeyUse({ ...app, every: 5, firstAfter: 1000 });
    use.record({ keyId, accountId: owner.accountId, ip: "192.0.2.1" });
    await runOperation(deleteKeys, { ids: [keyId] }, await createContext(app, owner));
    await use.stop();
    expect(await app.store.count(apiKeyDayEntity, { keyId })).toBe(0);
  });

  test("the mail about a key's end is queued once, however many processes look for it", async () => {
    const owner = await makeOwner();
    const expires = new Date(Date.now() + 30 * DAY_MS).toISOString();
    const { id } = await create(owner, { expires_at: expires });
    const inWeeks = (days: number) => new Date(Date.now() + days * DAY_MS);
    expect(await sendExpiryMails(app, inWeeks(20))).toBe(0);
    const counts = await Promise.all([1, 2, 3].map(() => sendExpiryMails(app, inWeeks(24))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const user = await app.store.findOne(userEntity, { id: owner.userId });
    const [mail, ...others] = await app.store.find(mailEntity, { recipient: user?.email ?? "" });
    expect([mail?.template, others]).toEqual(["key_expiring", []]);
    expect(app.secrets.decrypt("mail", mail?.payload ?? "")).toContain(`/account/apikeys/edit?id=${id}`);
    // A later end is announced again.
    const later = new Date(Date.now() + 60 * DAY_MS).toISOString();
    await runOperation(updateKey, { id, expires_at: later }, await createContext(app, owner));
    expect(await sendExpiryMails(app, inWeeks(55))).toBe(1);
  });
});
