/** What only MongoDB's adapter has to promise, on the stand-in: replica sets, conflicts, commands and broken connections. */
import { inspect } from "node:util";
import { v7 as uuid } from "uuid";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { DuplicateError, StoreUnavailableError, type Store } from "~/models/store/store";
import { withMongodb } from "../support/mongodb/databases";
import { ServerError } from "../support/mongodb/server-error";
import { startMongodbStandIn, type MongodbStandIn } from "../support/mongodb/stand-in";
import { startTcpProxy } from "../support/tcp-proxy";
import { buildAccount, buildMembership, buildToken } from "./rows";

const STATEMENT_TIMEOUT_MS = 1000;
/** The time of a command, the driver's grace period, and a slow machine. */
const IN_TIME_MS = 4000;
const POOL_SIZE = 3;
const CANARY = "canary@example.com";

async function open(): Promise<{ store: Store; standIn: MongodbStandIn }> {
  const standIn = await startMongodbStandIn();
  const options = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, poolSize: POOL_SIZE };
  const store = await openStore(standIn.getUrl("groundwork"), options);
  await store.migrate();
  onTestFinished(async () => {
    await store.close();
    await standIn.close();
  });
  return { store, standIn };
}

/** Lists the names of the commands that `work` sends. */
async function listCommands(standIn: MongodbStandIn, work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  standIn.intercept = (name) => void names.push(name);
  await work();
  standIn.intercept = null;
  return names.filter((name) => !["ping", "endSessions"].includes(name));
}

const getRejection = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (failure: unknown) => failure,
  );

describe("a single server", () => {
  test("is refused with what to do, before anything is written", async () => {
    const standIn = await startMongodbStandIn({ isReplicaSet: false });
    const url = standIn.getUrl("groundwork");
    const store = await openStore(url);
    onTestFinished(async () => {
      await store.close();
      await standIn.close();
    });
    await expect(store.migrate()).rejects.toThrow(/must run as a replica set.*rs\.initiate\(\)/);
    const work = store.transaction((inner) => inner.insert("accounts", buildAccount()));
    await expect(work).rejects.toThrow("must run as a replica set");
    expect(await withMongodb(url, (db) => db.listCollections().toArray())).toEqual([]);
  });
});

describe("commands", () => {
  test("each read is one command, also of a session, of a key and of several lists", async () => {
    const { store, standIn } = await open();
    const lists = { one: { entity: "users", where: {} }, two: { entity: "plans", where: {} } } as const;
    const commands = await listCommands(standIn, async () => {
      await store.findOne("users", { id: uuid() });
      await store.findViewer({ tokenHash: uuid() });
      await store.findKeyViewer({ tokenHash: uuid() });
      await store.findTogether(lists);
      await store.countBy("tokens", { userId: uuid() }, "userId");
    });
    expect(commands).toEqual(["find", "aggregate", "aggregate", "aggregate", "aggregate"]);
  });

  test("a change of one row is one command; a change of several is a transaction", async () => {
    const { store, standIn } = await open();
    const one = () => store.update("tokens", { id: uuid(), usedAt: null }, { attempts: 1 });
    expect(await listCommands(standIn, one)).toEqual(["update"]);
    const several = () => store.update("tokens", { userId: uuid() }, { attempts: 1 });
    expect(await listCommands(standIn, several)).toEqual(["update", "commitTransaction"]);
  });

  test("a row that a transaction finds is locked by the same command, several by one more", async () => {
    const { store, standIn } = await open();
    const token = buildToken();
    await store.insert("tokens", token);
    const find = (inner: Store) => inner.find("tokens", { userId: token.userId });
    const findOne = (inner: Store) => inner.findOne("tokens", { id: token.id });
    expect(await listCommands(standIn, () => store.transaction(findOne))).toEqual([
      "findAndModify",
      "commitTransaction",
    ]);
    expect(await listCommands(standIn, () => store.transaction(find))).toEqual([
      "find",
      "update",
      "commitTransaction",
    ]);
  });

  test("writes wait for most members, and reads see only what most members have", async () => {
    const { store, standIn } = await open();
    const concerns: unknown[] = [];
    standIn.intercept = (name, { writeConcern, readConcern }) =>
      void concerns.push([
        name,
        (writeConcern as { w?: unknown })?.w,
        (readConcern as { level?: unknown })?.level,
      ]);
    await store.insert("tokens", buildToken());
    await store.findOne("tokens", { id: uuid() });
    await store.transaction((inner) => inner.findOne("tokens", { id: uuid() }));
    expect(concerns).toEqual([
      ["insert", "majority", undefined],
      ["find", undefined, "majority"],
      ["findAndModify", undefined, "snapshot"],
      ["commitTransaction", "majority", undefined],
    ]);
  });

  test("a URL without the name of a database is rejected", async () => {
    await expect(openStore("mongodb://127.0.0.1:27017")).rejects.toThrow("must name a database");
    await expect(openStore("mongodb://127.0.0.1:27017/?replicaSet=rs0")).rejects.toThrow(
      "must name a database",
    );
  });
});

describe("conflicts", () => {
  test("a transaction that meets a write conflict is repeated, even when its error is replaced", async () => {
    const { store, standIn } = await open();
    const token = buildToken();
    await store.insert("tokens", token);
    let conflicts = 0;
    standIn.intercept = (name) => {
      if (name === "findAndModify" && (conflicts += 1) <= 2) throw new ServerError(112, "WriteConflict");
    };
    let runs = 0;
    await store.transaction(async (inner) => {
      runs += 1;
      await inner.findOne("tokens", { id: token.id }).catch(() => {
        throw new Error("replaced");
      });
      await inner.update("tokens", { id: token.id }, { attempts: runs });
    });
    expect(runs).toBe(3);
    expect((await store.findOne("tokens", { id: token.id }))?.attempts).toBe(3);
  });

  test("conflicts that do not end are reported as an unavailable database", async () => {
    const { store, standIn } = await open();
    standIn.intercept = (name) => {
      if (name === "findAndModify") throw new ServerError(112, "WriteConflict");
    };
    const work = store.transaction((inner) => inner.findOne("tokens", { id: uuid() }));
    await expect(work).rejects.toThrow("too many changes of the same rows at once");
  });

  test("a row that a transaction has read is changed by others only after its end, however many wait", async () => {
    const { store } = await open();
    const token = buildToken();
    await store.insert("tokens", token);
    const order: string[] = [];
    // More than there are connections: the transaction still finishes.
    const waiting = Array.from({ length: POOL_SIZE * 2 }, () => Promise.resolve());
    let others: Promise<unknown>[] = [];
    await store.transaction(async (inner) => {
      await inner.find("tokens", { userId: token.userId });
      others = waiting.map(() =>
        store.update("tokens", { id: token.id }, { email: "b@example.com" }).then(() => order.push("other")),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await inner.findOne("tokens", { id: token.id }))?.email).toBe(token.email);
      order.push("transaction");
    });
    await Promise.all(others);
    expect(order).toEqual(["transaction", ...waiting.map(() => "other")]);
  });

  test("a change of several rows that violates a constraint changes none of them", async () => {
    const { store } = await open();
    const accountId = uuid();
    const members = [buildMembership({ accountId }), buildMembership({ accountId })];
    for (const member of members) await store.insert("memberships", member);
    const change = store.update("memberships", { accountId }, { ownerClaim: accountId });
    await expect(change).rejects.toThrow(DuplicateError);
    expect(await store.count("memberships", { ownerClaim: accountId })).toBe(0);
  });

  test("calls of one transaction that are made at once run one after the other", async () => {
    const { store } = await open();
    const tokens = [buildToken(), buildToken(), buildToken()];
    await store.transaction((inner) => Promise.all(tokens.map((token) => inner.insert("tokens", token))));
    expect(await store.count("tokens", { id: { in: tokens.map(({ id }) => id) } })).toBe(tokens.length);
  });
});

describe("failures", () => {
  test("an unexpected error names the command and the collection, and contains none of the values", async () => {
    const { store, standIn } = await open();
    standIn.intercept = (_, command) => {
      throw new ServerError(72, `cannot do ${inspect(command, { depth: 9 })}`);
    };
    const written = await getRejection(store.insert("tokens", buildToken({ email: CANARY })));
    const read = await getRejection(store.find("tokens", { email: CANARY }));
    standIn.intercept = null;
    for (const failure of [written, read]) {
      expect(failure).not.toBeInstanceOf(StoreUnavailableError);
      expect(inspect(failure, { depth: 20, showHidden: true })).toMatch(
        /InvalidOptions \(72\) in: \w+ tokens/,
      );
      expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain("canary");
    }
  });

  test.each([
    ["too slow", 50],
    ["without a primary", 10107],
  ] as const)("a server that is %s throws StoreUnavailableError", async (_, code) => {
    const { store, standIn } = await open();
    standIn.intercept = (name) => {
      if (name === "insert" || name === "update") throw new ServerError(code, "no");
    };
    await expect(store.insert("tokens", buildToken())).rejects.toThrow(StoreUnavailableError);
    const work = store.transaction((inner) => inner.update("tokens", { id: uuid() }, { attempts: 1 }));
    await expect(work).rejects.toThrow(StoreUnavailableError);
  });

  test("cut off within a transaction: nothing of it is kept, and the store recovers", async () => {
    const { store, standIn } = await open();
    const proxy = await startTcpProxy({ host: "127.0.0.1", port: standIn.port });
    const url = `mongodb://127.0.0.1:${proxy.port}/groundwork?directConnection=true`;
    const far = await openStore(url, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    const account = buildAccount();
    const work = far.transaction(async (inner) => {
      await inner.insert("accounts", account);
      await proxy.cut();
      await inner.update("accounts", { id: account.id }, { name: "Other" });
    });
    await expect(work).rejects.toThrow(StoreUnavailableError);
    await expect(far.findOne("accounts", { id: account.id })).rejects.toThrow(StoreUnavailableError);
    expect(await store.findOne("accounts", { id: account.id })).toBeNull();
    await proxy.mend();
    await expect
      .poll(() =>
        far.ping().then(
          () => "back",
          () => "away",
        ),
      )
      .toBe("back");
    await far.transaction((inner) => inner.insert("accounts", account));
    await far.close();
    await proxy.close();
  });

  test("a server that hangs: calls and ping throw StoreUnavailableError in time", async () => {
    const { standIn } = await open();
    const proxy = await startTcpProxy({ host: "127.0.0.1", port: standIn.port });
    const url = `mongodb://127.0.0.1:${proxy.port}/groundwork?directConnection=true`;
    const far = await openStore(url, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    await far.ping();
    proxy.freeze();
    const begun = Date.now();
    const calls = [far.findOne("tokens", { id: uuid() }), far.insert("tokens", buildToken()), far.ping()];
    for (const failure of await Promise.all(calls.map(getRejection)))
      expect(failure).toBeInstanceOf(StoreUnavailableError);
    expect(Date.now() - begun).toBeLessThan(IN_TIME_MS);
    await far.close();
    await proxy.close();
  });
});
