/** A device is remembered once and told of once, however many sign-ins come from it at the same time, on every store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "~/services/app.server";
import type { Context } from "~/services/operation.server";
import { signedIn } from "~/services/identity/signed-in.server";
import { makePerson, type Person } from "../support/people";
import { makeApp, race, strangerTo } from "../support/services";
import { describeStores } from "../support/stores";

const RACERS = 20;

await describeStores("devices", (fresh) => {
  const folder = mkdtempSync(join(tmpdir(), "devices-"));
  let app: App;
  beforeAll(() => {
    app = makeApp({ store: fresh().store, folder });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const makeOwner = () =>
    makePerson(app.store, { permission: "owner", isVerified: true, subscription: null });
  const enter = (person: Person, from: Partial<Context> = {}) =>
    app.store.transaction((store) => signedIn(store, { ...strangerTo(app), ...from }, person));
  const devicesOf = ({ userId }: Person) => app.store.count("logins", { userId });
  const mailsTo = ({ userId }: Person) =>
    app.store.count("mails", { recipient: `${userId}@example.com`, template: "new_signin" });

  test("twenty sign-ins at once from a new device: one row, one mail", async () => {
    const person = await makeOwner();
    await enter(person, { address: "192.0.2.1" });
    expect([await devicesOf(person), await mailsTo(person)]).toEqual([1, 0]);
    const { answers } = await race(RACERS, () => enter(person, { address: "192.0.2.2" }));
    expect(answers).toHaveLength(RACERS);
    expect([await devicesOf(person), await mailsTo(person)]).toEqual([2, 1]);
  });

  test("twenty first sign-ins at once: one row, no mail", async () => {
    const person = await makeOwner();
    const { answers } = await race(RACERS, () => enter(person));
    expect(answers).toHaveLength(RACERS);
    expect([await devicesOf(person), await mailsTo(person)]).toEqual([1, 0]);
  });

  test("twenty people at once from twenty new devices do not get in each other's way", async () => {
    const people = await Promise.all(Array.from({ length: RACERS }, makeOwner));
    for (const person of people) await enter(person);
    await Promise.all(people.map((person, index) => enter(person, { address: `192.0.2.${index}` })));
    expect(await Promise.all(people.map(mailsTo))).toEqual(people.map(() => 1));
  });
});
