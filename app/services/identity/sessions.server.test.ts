/** How long a session lasts: its idle timeout, its maximum age, and what moving it to another account changes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { days, hours, minutes } from "~/domain/limits";
import { hashToken } from "~/crypto/secrets.server";
import { openMigratedStore } from "../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../tests/support/users";
import { makeApp, createAnonymousContext } from "../../../tests/support/services";
import type { App } from "../platform/app.server";
import type { Caller } from "../platform/operation.server";
import { isReauthenticationRecent } from "./reauthentication.server";
import {
  findByBearer,
  findByCookie,
  moveSessionToAccount,
  issueSession,
  type IssuedSession,
} from "./sessions.server";

const folder = mkdtempSync(join(tmpdir(), "sessions-"));
let app: App;
beforeAll(async () => {
  const store = await openMigratedStore(folder);
  app = makeApp({ store, folder });
});
afterAll(async () => {
  await app.database.close();
  rmSync(folder, { recursive: true, force: true });
});
// Only the clock is faked: the database's timers keep running.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function startSession(caller: Caller): Promise<IssuedSession & { cookie: string }> {
  const person = await makeTestUser(app.store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  const started = await issueSession(app.store, { ...createAnonymousContext(app), caller }, person);
  return { ...started, cookie: started.change?.kind === "started" ? started.change.cookie : "" };
}

test("a script's token ends after half an hour without a call, and each call extends it", async () => {
  const { token } = await startSession("script");
  for (let times = 0; times < 3; times += 1) {
    advanceTime(minutes(29));
    expect(await findByBearer(app, token)).not.toBeNull();
  }
  advanceTime(minutes(31));
  expect(await findByBearer(app, token)).toBeNull();
});

test("a script's token that is always in use ends after twelve hours", async () => {
  const { token } = await startSession("script");
  for (let passed = 0; passed < hours(12) - minutes(20); passed += minutes(20)) {
    expect(await findByBearer(app, token)).not.toBeNull();
    advanceTime(minutes(20));
  }
  expect(await findByBearer(app, token)).not.toBeNull();
  advanceTime(minutes(20));
  expect(await findByBearer(app, token)).toBeNull();
});

test("a browser's cookie ends after two weeks without a visit", async () => {
  const { cookie } = await startSession("page");
  advanceTime(days(14) - minutes(1));
  expect(await findByCookie(app, cookie)).not.toBeNull();
  advanceTime(days(14) + minutes(1));
  expect(await findByCookie(app, cookie)).toBeNull();
});

test("a browser's cookie that is used every day ends after thirty days", async () => {
  const { cookie } = await startSession("page");
  for (let day = 0; day < 29; day += 1) {
    advanceTime(days(1));
    expect(await findByCookie(app, cookie), `day ${day + 1}`).not.toBeNull();
  }
  advanceTime(days(1));
  expect(await findByCookie(app, cookie)).toBeNull();
});

test("a browser's bearer token ends after fifteen minutes, even if it is used", async () => {
  const { token } = await startSession("page");
  advanceTime(minutes(14));
  expect(await findByBearer(app, token)).not.toBeNull();
  advanceTime(minutes(1) + 1000);
  expect(await findByBearer(app, token)).toBeNull();
});

test("a session that is moved to another account keeps its expiry and its last reauthentication", async () => {
  const { cookie } = await startSession("page");
  const host = await makeTestUser(app.store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  advanceTime(minutes(11));
  const viewer = await findByCookie(app, cookie);
  if (!viewer) throw new Error("the session was not found");
  const context = { ...createAnonymousContext(app), viewer, cookieHash: hashToken(cookie) };
  const to = { accountId: host.accountId, isDuplicateUser: false };
  const moved = await moveSessionToAccount(app.store, context, to);
  const row = await app.store.findOne(sessionEntity, { id: moved.sessionId });
  expect(row).toMatchObject({
    expiresAt: viewer.session.expiresAt,
    kind: "browser",
    accountId: host.accountId,
  });
  expect(row && isReauthenticationRecent(row)).toBe(false);
  expect(await findByCookie(app, cookie)).toBeNull();
  await expect(moveSessionToAccount(app.store, context, to)).rejects.toMatchObject({ code: "conflict" });
});
