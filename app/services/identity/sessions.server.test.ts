/** How long a session lasts, by the clock: idle, at most, and what moving it to another account changes. Security D4. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { days, hours, minutes } from "~/domain/limits";
import { openStore } from "~/models/store/open-store";
import { makePerson } from "../../../tests/support/people";
import { makeApp, createAnonymousContext } from "../../../tests/support/services";
import type { App } from "../platform/app.server";
import type { Caller } from "../platform/operation.server";
import { isReauthenticationRecent } from "./reauthentication.server";
import { hashToken } from "../platform/crypto/secrets.server";
import {
  findByBearer,
  findByCookie,
  moveSessionToAccount,
  issueSession,
  type StartedSession,
} from "./sessions.server";

const folder = mkdtempSync(join(tmpdir(), "sessions-"));
let app: App;
beforeAll(async () => {
  const store = await openStore(`sqlite:${join(folder, "app.db")}`);
  await store.migrate();
  app = makeApp({ store, folder });
});
afterAll(async () => {
  await app.store.close();
  rmSync(folder, { recursive: true, force: true });
});
// The clock alone: the database's own timers go on.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function begin(caller: Caller): Promise<StartedSession & { cookie: string }> {
  const person = await makePerson(app.store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  const started = await issueSession(app.store, { ...createAnonymousContext(app), caller }, person);
  return { ...started, cookie: started.change?.kind === "started" ? started.change.cookie : "" };
}

test("a program's token is over after half an hour without a call, and each call gives it another", async () => {
  const { token } = await begin("script");
  for (let times = 0; times < 3; times += 1) {
    advanceTime(minutes(29));
    expect(await findByBearer(app, token)).not.toBeNull();
  }
  advanceTime(minutes(31));
  expect(await findByBearer(app, token)).toBeNull();
});

test("used all the time, it is over after twelve hours", async () => {
  const { token } = await begin("script");
  for (let passed = 0; passed < hours(12) - minutes(20); passed += minutes(20)) {
    expect(await findByBearer(app, token)).not.toBeNull();
    advanceTime(minutes(20));
  }
  expect(await findByBearer(app, token)).not.toBeNull();
  advanceTime(minutes(20));
  expect(await findByBearer(app, token)).toBeNull();
});

test("a browser's cookie is over after two weeks without a visit", async () => {
  const { cookie } = await begin("page");
  advanceTime(days(14) - minutes(1));
  expect(await findByCookie(app, cookie)).not.toBeNull();
  advanceTime(days(14) + minutes(1));
  expect(await findByCookie(app, cookie)).toBeNull();
});

test("visited every day, it is over after thirty", async () => {
  const { cookie } = await begin("page");
  for (let day = 0; day < 29; day += 1) {
    advanceTime(days(1));
    expect(await findByCookie(app, cookie), `day ${day + 1}`).not.toBeNull();
  }
  advanceTime(days(1));
  expect(await findByCookie(app, cookie)).toBeNull();
});

test("a browser's bearer token lives for fifteen minutes, however much it is used", async () => {
  const { token } = await begin("page");
  advanceTime(minutes(14));
  expect(await findByBearer(app, token)).not.toBeNull();
  advanceTime(minutes(1) + 1000);
  expect(await findByBearer(app, token)).toBeNull();
});

test("moved to another account it ends when it would have, and its proof is as old as it was", async () => {
  const { cookie } = await begin("page");
  const host = await makePerson(app.store, { permission: "owner", isVerified: true, subscription: "active" });
  advanceTime(minutes(11));
  const viewer = await findByCookie(app, cookie);
  if (!viewer) throw new Error("the session is not there");
  const context = { ...createAnonymousContext(app), viewer, cookieHash: hashToken(cookie) };
  const to = { accountId: host.accountId, isDuplicateUser: false };
  const moved = await moveSessionToAccount(app.store, context, to);
  const row = await app.store.findOne("sessions", { id: moved.sessionId });
  expect(row).toMatchObject({
    expiresAt: viewer.session.expiresAt,
    kind: "browser",
    accountId: host.accountId,
  });
  expect(row && isReauthenticationRecent(row)).toBe(false);
  expect(await findByCookie(app, cookie)).toBeNull();
  await expect(moveSessionToAccount(app.store, context, to)).rejects.toMatchObject({ code: "conflict" });
  await expect(moveSessionToAccount(app.store, { ...context, cookieHash: null }, to)).rejects.toMatchObject({
    code: "forbidden",
  });
});
