/** Parallel sign-ins from one device, on every store: the device is stored once and the user is notified once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { loginEntity } from "~/models/login.server";
import type { App } from "~/services/platform/app.server";
import type { Context } from "~/services/platform/operation.server";
import { startSession } from "~/services/identity/complete-sign-in.server";
import { makeTestUser, type TestUser } from "../support/users";
import { makeApp, runConcurrently, createAnonymousContext } from "../support/services";
import { describeStores } from "../support/stores";

const RACERS = 20;

await describeStores("known devices", (fresh) => {
  const folder = mkdtempSync(join(tmpdir(), "devices-"));
  let app: App;
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const makeOwner = () =>
    makeTestUser(app.store, { permission: "owner", isVerified: true, subscription: null });
  const enter = (person: TestUser, from: Partial<Context> = {}) =>
    app.store.transaction((store) =>
      startSession(store, { ...createAnonymousContext(app), ...from }, person),
    );
  const countDevices = ({ userId }: TestUser) => app.store.count(loginEntity, { userId });
  const countMails = ({ userId }: TestUser) =>
    app.store.count(mailEntity, { recipient: `${userId}@example.com`, template: "new_signin" });

  test("twenty concurrent sign-ins from a new device add one row and send one mail", async () => {
    const person = await makeOwner();
    await enter(person, { ip: "192.0.2.1" });
    expect([await countDevices(person), await countMails(person)]).toEqual([1, 0]);
    const { answers } = await runConcurrently(RACERS, () => enter(person, { ip: "192.0.2.2" }));
    expect(answers).toHaveLength(RACERS);
    expect([await countDevices(person), await countMails(person)]).toEqual([2, 1]);
  });

  test("twenty concurrent first sign-ins add one row and send no mail", async () => {
    const person = await makeOwner();
    const { answers } = await runConcurrently(RACERS, () => enter(person));
    expect(answers).toHaveLength(RACERS);
    expect([await countDevices(person), await countMails(person)]).toEqual([1, 0]);
  });

  test("twenty users who sign in at once from new devices get one mail each", async () => {
    const people = await Promise.all(Array.from({ length: RACERS }, makeOwner));
    for (const person of people) await enter(person);
    await Promise.all(people.map((person, index) => enter(person, { ip: `192.0.2.${index}` })));
    expect(await Promise.all(people.map(countMails))).toEqual(people.map(() => 1));
  });
});
