/** Faults of the database. */
import { setTimeout as wait } from "node:timers/promises";
import { openDatabaseKiller } from "../../support/connection-killer";
import { openDatabase } from "~/models/store/sequelize/database";
import type { TcpProxy } from "../../support/tcp-proxy";
import { PRODUCT_USER } from "../databases";
import { SERVERS, STORES, type Kind, type UnderTraffic } from "../kind";
import { playDownAtStart } from "../plays/down-at-start";
import type { Stage } from "../stage";

const HANG_SECONDS = 12;
const RESETS_EVERY_MS = 400;

type Harm = UnderTraffic["harm"];

export const DATABASE_KINDS: readonly Kind[] = [
  {
    ...{ id: "database-down-at-start", name: "the server is down at the start", group: "database" },
    stores: SERVERS,
    way: { by: "play", play: playDownAtStart },
  },
  describe({
    ...{ id: "database-down", name: "the server is down" },
    async harm(stage) {
      await getWire(stage).cut();
      return () => getWire(stage).mend();
    },
  }),
  describe({
    ...{ id: "database-restart", name: "the server ends at once and starts again", seconds: 1 },
    needs: { ownServer: true },
    async harm({ database }) {
      await database.server?.restart();
      return () => undefined;
    },
  }),
  describe({
    ...{
      id: "database-stopped",
      name: "the server's processes are stopped (SIGSTOP)",
      seconds: HANG_SECONDS,
    },
    needs: { ownServer: true },
    harm({ database }) {
      database.server?.pause();
      return Promise.resolve(() => database.server?.resume());
    },
  }),
  describe({
    ...{ id: "database-slow", name: "each answer of the server takes 3 s", seconds: 8 },
    harm(stage) {
      getWire(stage).delay(3000);
      return Promise.resolve(() => getWire(stage).delay(0));
    },
  }),
  describe({
    ...{ id: "database-reset", name: "connections are reset in the midst of statements" },
    harm: repeat((stage) => getWire(stage).reset()),
  }),
  describe({
    ...{ id: "database-half-open", name: "nothing passes any more, and no connection ends" },
    seconds: HANG_SECONDS,
    harm(stage) {
      getWire(stage).freeze();
      return Promise.resolve(() => getWire(stage).mend());
    },
  }),
  describe({
    ...{ id: "database-killed-connections", name: "an administrator ends every connection, again and again" },
    harm: killConnections,
  }),
  describe({
    ...{ id: "database-few-connections", name: "the server lets the product have five connections" },
    needs: { ownServer: true },
    harm: limitConnections,
  }),
  byTests(
    "database-deadlock",
    "transactions lock the same rows in opposite order",
    "opposite order|deadlocks",
  ),
  byTests(
    "database-serialization",
    "transactions of which only one may win",
    "lose no update|never exceed the seats|twenty",
  ),
  {
    ...describe({
      ...{ id: "database-locked", name: "another process holds the lock of writing", seconds: 10 },
      harm: lockFile,
    }),
    stores: ["sqlite"],
  },
  describe({
    ...{ id: "database-read-only", name: "the database takes reads only" },
    needs: { ownServer: true },
    harm: makeReadOnly,
  }),
];

interface NamedFault extends Pick<UnderTraffic, "harm" | "needs" | "seconds"> {
  id: string;
  name: string;
}

function describe({ id, name, ...fault }: NamedFault): Kind {
  return {
    ...{ id, name, group: "database", stores: SERVERS },
    way: { by: "traffic", allows: "unavailable", ...fault },
  };
}

function byTests(id: string, name: string, titles: string): Kind {
  return {
    ...{ id, name, group: "database", stores: STORES },
    way: { by: "tests", project: "stores", file: "tests/stores/transactions.test.ts", titles },
  };
}

async function killConnections(stage: Stage) {
  const killer = await openDatabaseKiller(stage.database.directUrl);
  const stop = await repeat(async () => void (await killer.kill()))(stage);
  return async () => {
    await stop();
    await killer.close();
  };
}

function getWire({ database }: Stage): TcpProxy {
  if (!database.wire) throw new Error("a file has no wire");
  return database.wire;
}

/** Makes the fault again and again until it is mended. */
function repeat(once: (stage: Stage) => void | Promise<void>): Harm {
  return (stage) => {
    let isMended = false;
    const run = async () => {
      while (!isMended) {
        await once(stage);
        await wait(RESETS_EVERY_MS);
      }
    };
    const running = run();
    return Promise.resolve(async () => {
      isMended = true;
      await running;
    });
  };
}

/** The product's user may have only five. */
function limitConnections(stage: Stage) {
  const limit = (count: number) =>
    stage.storeName === "postgres"
      ? [`ALTER ROLE ${PRODUCT_USER} CONNECTION LIMIT ${count || -1}`]
      : MARIADB_USERS.map((user) => `ALTER USER ${user} WITH MAX_USER_CONNECTIONS ${count}`);
  return administer(stage, { harm: limit(5), mend: limit(0) });
}

const MARIADB_USERS = ["localhost", "127.0.0.1", "%"].map((host) => `'${PRODUCT_USER}'@'${host}'`);

function makeReadOnly(stage: Stage) {
  const set = (isReadOnly: boolean) =>
    stage.storeName === "postgres"
      ? [`ALTER ROLE ${PRODUCT_USER} SET default_transaction_read_only = ${isReadOnly ? "on" : "off"}`]
      : [`SET GLOBAL read_only = ${isReadOnly ? 1 : 0}`];
  return administer(stage, { harm: set(true), mend: set(false) });
}

/** Runs the statements, and ends the connections from before them. */
async function administer({ database }: Stage, { harm, mend }: Record<"harm" | "mend", string[]>) {
  const run = async (statements: readonly string[]) => {
    for (const sql of statements) await database.run(sql);
    const killer = await openDatabaseKiller(database.directUrl);
    await killer.kill();
    await killer.close();
  };
  await run(harm);
  return () => run(mend);
}

async function lockFile({ database }: Stage) {
  const other = await openDatabase({ url: database.directUrl, timeoutMs: 5000, poolSize: 1 });
  const sequelize = await other.sequelize();
  await sequelize.query("BEGIN IMMEDIATE");
  return async () => {
    await sequelize.query("ROLLBACK");
    await other.close();
  };
}
