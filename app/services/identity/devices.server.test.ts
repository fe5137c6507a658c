import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notificationPreferenceEntity } from "~/models/notification-preference.server";
import { loginEntity } from "~/models/login.server";
import { mailEntity } from "~/models/mail.server";
import { days, LOGINS_MAX } from "~/domain/limits";
import { userEntity, type UserRow } from "~/models/user.server";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { makeTestUser, type TestUser } from "../../../tests/support/users";
import { makeApp, createAnonymousContext } from "../../../tests/support/services";
import type { App } from "../platform/app.server";
import type { Context } from "../platform/operation.server";
import { startSession } from "./complete-sign-in.server";

const HOME = "192.0.2.1";
const AWAY = "198.51.100.7";
const CHROME = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36";
const NEWER_CHROME = CHROME.replace("126", "127");
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

const folder = mkdtempSync(join(tmpdir(), "devices-"));
let app: App;
beforeAll(async () => {
  const store = await openMigratedStore(folder);
  app = makeApp({ store, folder });
});
afterAll(async () => {
  await app.database.close();
  rmSync(folder, { recursive: true, force: true });
});

const signInFrom = (person: TestUser, from: Partial<Context> = {}) =>
  app.store.transaction((store) =>
    startSession(store, { ...createAnonymousContext(app), ip: HOME, agent: CHROME, ...from }, person),
  );
const listMails = ({ userId }: TestUser) =>
  app.store.find(mailEntity, { recipient: `${userId}@example.com` });

async function makeOwner(changes: Partial<UserRow> = {}): Promise<TestUser> {
  const person = await makeTestUser(app.store, { permission: "owner", isVerified: true, subscription: null });
  if (Object.keys(changes).length > 0) await app.store.update(userEntity, { id: person.userId }, changes);
  return person;
}

test("a hundred devices of a user are kept, and one more replaces the oldest", async () => {
  const person = await makeOwner();
  const { userId } = person;
  await app.store.transaction(async (store) => {
    for (let index = 0; index < LOGINS_MAX; index += 1) {
      const createdAt = new Date(Date.now() - days(2) + index);
      const login = { id: uuid(), userId, deviceHash: uuid(), agent: CHROME };
      await store.insert(loginEntity, { ...login, ip: `10.0.0.${index}`, createdAt });
    }
  });
  await signInFrom(person, { ip: AWAY });
  const known = await app.store.find(loginEntity, { userId }, { limit: LOGINS_MAX + 10 });
  expect(known).toHaveLength(LOGINS_MAX);
  expect(known.map(({ ip }) => ip)).not.toContain("10.0.0.0");
  expect(known.map(({ ip }) => ip)).toContain(AWAY);
});

describe("a mail about a new sign-in", () => {
  test.each([
    ["from another network", { ip: AWAY }, 1],
    ["with another browser", { agent: FIREFOX }, 1],
    ["with another version of the browser", { agent: NEWER_CHROME }, 0],
    ["with the same once more", {}, 0],
  ])("a mail about a new sign-in is queued for a sign-in %s (%j) %d times", async (_how, from, mails) => {
    const person = await makeOwner();
    await signInFrom(person);
    expect(await listMails(person)).toHaveLength(0);
    await signInFrom(person, from);
    await signInFrom(person, from);
    expect(await listMails(person)).toHaveLength(mails);
  });

  test("a mail about a new sign-in contains the browser, the IP, and links to the sessions and to a new password", async () => {
    const person = await makeOwner({ locale: "es" });
    await signInFrom(person);
    await signInFrom(person, { ip: AWAY, agent: FIREFOX });
    const [mail] = await listMails(person);
    expect(mail).toMatchObject({ template: "new_signin", locale: "es" });
    expect(JSON.parse(app.secrets.decrypt("mail", mail?.payload ?? ""))).toMatchObject({
      agent: FIREFOX,
      address: AWAY,
      link: "https://app.test/account/security#sessions",
      forgotLink: "https://app.test/forgotpassword",
    });
  });

  test("a mail about a new sign-in is not queued for a user who has turned it off", async () => {
    const person = await makeOwner();
    await signInFrom(person);
    const { userId } = person;
    await app.store.insert(notificationPreferenceEntity, {
      id: userId,
      userId,
      name: "new_signin",
      isActive: false,
    });
    await signInFrom(person, { ip: AWAY });
    expect(await listMails(person)).toHaveLength(0);
  });

  test("a mail about a new sign-in is not queued for an unverified email", async () => {
    const person = await makeOwner({ verifiedAt: null });
    await signInFrom(person);
    await signInFrom(person, { ip: AWAY });
    expect(await listMails(person)).toHaveLength(0);
  });

  test("a mail is queued when all devices of an older user were deleted, because the next one may be an intruder's", async () => {
    const person = await makeOwner({ createdAt: new Date(Date.now() - days(366)) });
    await signInFrom(person);
    expect(await listMails(person)).toHaveLength(1);
  });
});

test("a device that is used is renewed, so that it is not deleted", async () => {
  const person = await makeOwner();
  await signInFrom(person);
  const { userId } = person;
  const before = Date.now();
  await app.store.update(loginEntity, { userId }, { createdAt: new Date(before - days(31)) });
  await signInFrom(person);
  const login = await app.store.findOne(loginEntity, { userId });
  expect(login?.createdAt.getTime()).toBeGreaterThanOrEqual(before);
});
