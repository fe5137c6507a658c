/** The answers of MongoDB's adapter to errors, a server that hangs and a connection that breaks, on the stand-in. */
import { inspect } from "node:util";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { accountEntity } from "~/models/account.server";
import { tokenEntity } from "~/models/token.server";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { StoreUnavailableError } from "~/models/store/store";
import { ServerError } from "../support/mongodb/server-error";
import type { MongodbStandIn } from "../support/mongodb/stand-in";
import { openOnStandIn, STATEMENT_TIMEOUT_MS } from "../support/mongodb/store-on-stand-in";
import { startTcpProxy } from "../support/tcp-proxy";
import { buildAccount, buildToken } from "./rows";

/** The time of a command, which the driver sends once more, its grace periods, and a slow machine. */
const IN_TIME_MS = 6000;
const CANARY = "canary@example.com";

let store: OpenStore;
let standIn: MongodbStandIn;
beforeAll(async () => {
  ({ store, standIn } = await openOnStandIn());
});
afterEach(() => {
  standIn.intercept = null;
});
afterAll(async () => {
  await store.close();
  await standIn.close();
});

const getRejection = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );

test("an unexpected error names the command and the collection, and contains none of the values", async () => {
  standIn.intercept = (_, command) => {
    throw new ServerError(72, `cannot do ${inspect(command, { depth: 9 })}`);
  };
  const written = await getRejection(store.insert(tokenEntity, buildToken({ email: CANARY })));
  const read = await getRejection(store.find(tokenEntity, { email: CANARY }));
  standIn.intercept = null;
  for (const failure of [written, read]) {
    expect(failure).not.toBeInstanceOf(StoreUnavailableError);
    expect(inspect(failure, { depth: 20, showHidden: true })).toMatch(/InvalidOptions \(72\) in: \w+ tokens/);
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain("canary");
  }
});

test.each([
  ["too slow", 50],
  ["without a primary", 10107],
] as const)("a server that is %s throws StoreUnavailableError", async (_, code) => {
  standIn.intercept = (name) => {
    if (name === "insert") throw new ServerError(code, "no");
  };
  await expect(store.insert(tokenEntity, buildToken())).rejects.toThrow(StoreUnavailableError);
});

test("a connection cut off within a transaction keeps nothing of it, and the store recovers", async () => {
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: standIn.port });
  const url = `mongodb://127.0.0.1:${proxy.port}/groundwork?directConnection=true`;
  const far = await openStore(url, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const account = buildAccount();
  const work = far.transaction(async (inner) => {
    await inner.insert(accountEntity, account);
    await proxy.cut();
    await inner.update(accountEntity, { id: account.id }, { name: "Other" });
  });
  await expect(work).rejects.toThrow(StoreUnavailableError);
  await expect(far.findOne(accountEntity, { id: account.id })).rejects.toThrow(StoreUnavailableError);
  expect(await store.findOne(accountEntity, { id: account.id })).toBeNull();
  await proxy.mend();
  await expect
    .poll(() =>
      far.ping().then(
        () => "back",
        () => "away",
      ),
    )
    .toBe("back");
  await far.transaction((inner) => inner.insert(accountEntity, buildAccount()));
  await far.close();
  await proxy.close();
});

test("a server that hangs: calls and ping throw StoreUnavailableError in time", async () => {
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: standIn.port });
  const url = `mongodb://127.0.0.1:${proxy.port}/groundwork?directConnection=true`;
  const far = await openStore(url, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  await far.ping();
  proxy.freeze();
  const started = Date.now();
  const calls = [far.findOne(tokenEntity, { id: uuid() }), far.insert(tokenEntity, buildToken()), far.ping()];
  for (const failure of await Promise.all(calls.map(getRejection)))
    expect(failure).toBeInstanceOf(StoreUnavailableError);
  expect(Date.now() - started).toBeLessThan(IN_TIME_MS);
  await far.close();
  await proxy.close();
});
