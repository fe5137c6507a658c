/** The promises of MongoDB's adapter alone, on the stand-in: replica sets, commands and conflicts. */
import { findKeyViewer, findViewer } from "~/models/viewer.server";
import { type Store, DuplicateError } from "~/models/store/store";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { membershipEntity } from "~/models/membership.server";
import { tokenEntity } from "~/models/token.server";
import { planEntity } from "~/models/plan.server";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { withMongodb } from "../support/mongodb/databases";
import { ServerError } from "../support/mongodb/server-error";
import { startMongodbStandIn, type MongodbStandIn } from "../support/mongodb/stand-in";
import { openOnStandIn, POOL_SIZE } from "../support/mongodb/store-on-stand-in";
import { buildAccount, buildMembership, buildToken } from "./rows";

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

/** Lists the names of the commands that `work` sends. */
async function listCommands(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  standIn.intercept = (name) => void names.push(name);
  await work();
  standIn.intercept = null;
  return names.filter((name) => !["ping", "endSessions"].includes(name));
}

describe("a single server", () => {
  test("a single server is refused with what to do, before anything is written", async () => {
    const server = await startMongodbStandIn({ isReplicaSet: false });
    const url = server.getUrl("groundwork");
    const single = await openStore(url);
    onTestFinished(async () => {
      await single.close();
      await server.close();
    });
    await expect(single.migrate()).rejects.toThrow(/must run as a replica set.*rs\.initiate\(\)/);
    const work = single.transaction((inner) => inner.insert(accountEntity, buildAccount()));
    await expect(work).rejects.toThrow("must run as a replica set");
    expect(await withMongodb(url, (db) => db.listCollections().toArray())).toEqual([]);
  });
});

describe("commands", () => {
  test("each read is one command, also of a session, of a key and of several lists", async () => {
    const lists = { one: { entity: userEntity, where: {} }, two: { entity: planEntity, where: {} } } as const;
    const commands = await listCommands(async () => {
      await store.findOne(userEntity, { id: uuid() });
      await findViewer(store, { tokenHash: uuid() });
      await findKeyViewer(store, { tokenHash: uuid() });
      await store.findTogether(lists);
      await store.countBy(tokenEntity, { userId: uuid() }, "userId");
    });
    expect(commands).toEqual(["find", "aggregate", "aggregate", "aggregate", "aggregate"]);
  });

  test("a change of one row is one command; a change of several is a transaction", async () => {
    const one = () => store.update(tokenEntity, { id: uuid(), usedAt: null }, { attempts: 1 });
    expect(await listCommands(one)).toEqual(["update"]);
    const several = () => store.update(tokenEntity, { userId: uuid() }, { attempts: 1 });
    expect(await listCommands(several)).toEqual(["update", "commitTransaction"]);
  });

  test("a row that a transaction finds is locked by the same command, several by one more", async () => {
    const token = buildToken();
    await store.insert(tokenEntity, token);
    const find = (inner: Store) => inner.find(tokenEntity, { userId: token.userId });
    const findOne = (inner: Store) => inner.findOne(tokenEntity, { id: token.id });
    expect(await listCommands(() => store.transaction(findOne))).toEqual([
      "findAndModify",
      "commitTransaction",
    ]);
    expect(await listCommands(() => store.transaction(find))).toEqual([
      "find",
      "update",
      "commitTransaction",
    ]);
  });

  test("writes wait for most members, and reads see only what most members have", async () => {
    const concerns: unknown[] = [];
    standIn.intercept = (name, { writeConcern, readConcern }) =>
      void concerns.push([
        name,
        (writeConcern as { w?: unknown } | undefined)?.w,
        (readConcern as { level?: unknown } | undefined)?.level,
      ]);
    await store.insert(tokenEntity, buildToken());
    await store.findOne(tokenEntity, { id: uuid() });
    await store.transaction((inner) => inner.findOne(tokenEntity, { id: uuid() }));
    expect(concerns.slice(-4)).toEqual([
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
    const token = buildToken();
    await store.insert(tokenEntity, token);
    let conflicts = 0;
    standIn.intercept = (name) => {
      if (name === "findAndModify" && (conflicts += 1) <= 2) throw new ServerError(112, "WriteConflict");
    };
    let runs = 0;
    await store.transaction(async (inner) => {
      runs += 1;
      await inner.findOne(tokenEntity, { id: token.id }).catch(() => {
        throw new Error("replaced");
      });
      await inner.update(tokenEntity, { id: token.id }, { attempts: runs });
    });
    expect(runs).toBe(3);
    expect((await store.findOne(tokenEntity, { id: token.id }))?.attempts).toBe(3);
  });

  test("conflicts that do not end are reported as an unavailable database", async () => {
    standIn.intercept = (name) => {
      if (name === "findAndModify") throw new ServerError(112, "WriteConflict");
    };
    const work = store.transaction((inner) => inner.findOne(tokenEntity, { id: uuid() }));
    await expect(work).rejects.toThrow("too many changes of the same rows at once");
  });

  test("a row that a transaction has read is changed by others only after its end, however many wait", async () => {
    const token = buildToken();
    await store.insert(tokenEntity, token);
    const order: string[] = [];
    // More than there are connections: the transaction still finishes.
    const waiting = Array.from({ length: POOL_SIZE * 2 }, () => Promise.resolve());
    let others: Promise<unknown>[] = [];
    await store.transaction(async (inner) => {
      await inner.find(tokenEntity, { userId: token.userId });
      others = waiting.map(() =>
        store
          .update(tokenEntity, { id: token.id }, { email: "b@example.com" })
          .then(() => order.push("other")),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await inner.findOne(tokenEntity, { id: token.id }))?.email).toBe(token.email);
      order.push("transaction");
    });
    await Promise.all(others);
    expect(order).toEqual(["transaction", ...waiting.map(() => "other")]);
  });

  test("a change of several rows that violates a constraint changes none of them", async () => {
    const accountId = uuid();
    const members = [buildMembership({ accountId }), buildMembership({ accountId })];
    for (const member of members) await store.insert(membershipEntity, member);
    const change = store.update(membershipEntity, { accountId }, { ownerClaim: accountId });
    await expect(change).rejects.toThrow(DuplicateError);
    expect(await store.count(membershipEntity, { ownerClaim: accountId })).toBe(0);
  });

  test("calls of one transaction that are made at once run one after the other", async () => {
    const tokens = [buildToken(), buildToken(), buildToken()];
    await store.transaction((inner) => Promise.all(tokens.map((token) => inner.insert(tokenEntity, token))));
    expect(await store.count(tokenEntity, { id: { in: tokens.map(({ id }) => id) } })).toBe(tokens.length);
  });
});
