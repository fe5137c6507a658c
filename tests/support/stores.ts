/** The databases that tests can reach on this machine, and fresh ones to test in. Reads TEST_*_URL. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openStore } from "~/models/store/open-store";
import { openDatabase } from "~/models/store/sequelize/database";
import type { OpenStore } from "~/models/store/database";
import { recordStatements } from "../stores/recorded-statements";
import { createOnMongodb, createOnStandIn, reachMongodb, type EmptyDatabase } from "./mongodb/databases";
import { copyMigratedDatabase, createMigratedFile } from "./migrated-stores";
import { createOracleStandIn } from "./oracle/stand-in";

const REACH_TIMEOUT_MS = 3000;
/** The first database of a run is migrated, which takes MariaDB three seconds, and several times that on a busy machine. */
const CREATED_WITHIN_MS = 60_000;

export interface FreshStore {
  store: OpenStore;
  url: string;
  /** Closes the store and removes its database. */
  drop(): Promise<void>;
}

export interface StoreKind {
  name: string;
  /** Creates a migrated database of this kind. */
  create(): Promise<FreshStore>;
}

interface Server {
  name: string;
  /** The URL of any database of the server, with a user who may create others. */
  url: string | undefined;
  variable: string;
}

const SERVERS: readonly Server[] = [
  {
    name: "PostgreSQL",
    url: process.env.TEST_POSTGRES_URL ?? "postgres://root@127.0.0.1:5432/postgres",
    variable: "TEST_POSTGRES_URL",
  },
  {
    name: "MariaDB",
    url: process.env.TEST_MARIADB_URL ?? "mariadb://root@127.0.0.1:3306/information_schema",
    variable: "TEST_MARIADB_URL",
  },
  { name: "MySQL", url: process.env.TEST_MYSQL_URL, variable: "TEST_MYSQL_URL" },
  { name: "SQL Server", url: process.env.TEST_MSSQL_URL, variable: "TEST_MSSQL_URL" },
  { name: "Oracle", url: process.env.TEST_ORACLE_URL, variable: "TEST_ORACLE_URL" },
  { name: "MongoDB", url: process.env.TEST_MONGODB_URL, variable: "TEST_MONGODB_URL" },
];

/** These keep their rows in this process. Suites about the behaviour of a server leave them out. */
const MONGODB_STAND_IN = "MongoDB stand-in";
const ORACLE_STAND_IN = "Oracle stand-in";
const STAND_INS = [MONGODB_STAND_IN, ORACLE_STAND_IN];

/** The kinds of store that are available here: SQLite always, servers when they respond. */
export async function listReachableStores(): Promise<StoreKind[]> {
  const kinds = (await listKinds()).filter(({ name }) => !STAND_INS.includes(name));
  return kinds.flatMap(({ kind }) => (kind ? [kind] : []));
}

/** One line that says which kinds cannot be reached and why; empty when all can. */
export async function sayUnreached(): Promise<string> {
  const missing = (await listKinds()).flatMap(({ name, reason }) => (reason ? [`${name} (${reason})`] : []));
  return missing.length === 0 ? "" : `Stores that were not tested: ${missing.join(", ")}\n`;
}

type Chapter = (fresh: () => FreshStore, kind: StoreKind) => void;

/**
 * Runs a chapter of the suite on each kind of store, with a database of its own; `fresh` returns the store of the
 * running test. A kind that cannot be reached is shown as a skipped test. MongoDB's stand-in takes part
 * when TEST_MONGODB_STAND_IN is set: it would add a minute to the chapters about the product.
 */
export async function describeStores(chapter: string, tell: Chapter): Promise<void> {
  const isWanted = ({ name }: Reached) =>
    !STAND_INS.includes(name) ||
    (name === MONGODB_STAND_IN && process.env.TEST_MONGODB_STAND_IN !== undefined);
  describeKinds(await listKinds(), { chapter, tell, where: isWanted });
}

/** As `describeStores`, always with the stand-ins: for chapters about what the store itself promises. */
export async function describeEveryStore(chapter: string, tell: Chapter): Promise<void> {
  describeKinds(await listKinds(), { chapter, tell, where: () => true });
}

/** As `describeStores`, on the databases that speak SQL. */
export async function describeSqlStores(chapter: string, tell: Chapter): Promise<void> {
  const isSql = ({ name }: Reached) => !STAND_INS.includes(name) && name !== "MongoDB";
  describeKinds(await listKinds(), { chapter, tell, where: isSql });
}

/** As `describeEveryStore`, on MongoDB and its stand-in. */
export async function describeMongodbStores(chapter: string, tell: Chapter): Promise<void> {
  describeKinds(await listKinds(), { chapter, tell, where: ({ name }) => name.startsWith("MongoDB") });
}

function describeKinds(
  kinds: readonly Reached[],
  { chapter, tell, where }: { chapter: string; tell: Chapter; where: (kind: Reached) => boolean },
): void {
  for (const { name, kind, reason } of kinds.filter(where)) {
    if (!kind) {
      describe(`${name}, not reached (${reason})`, () => test.skip(chapter, () => undefined));
      continue;
    }
    describe(`${name}: ${chapter}`, () => {
      let made: FreshStore | undefined;
      beforeAll(async () => {
        made = await kind.create();
        // The only kind that is always there, so its calls are recorded for a database that is not.
        if (name === "SQLite") made = { ...made, store: recordStatements(made.store) };
      }, CREATED_WITHIN_MS);
      afterAll(() => made?.drop());
      tell(() => {
        if (!made) throw new Error("there is no store before the tests run");
        return made;
      }, kind);
    });
  }
}

interface Reached {
  name: string;
  kind: StoreKind | null;
  reason: string;
}

let reached: Promise<Reached[]> | undefined;

function listKinds(): Promise<Reached[]> {
  const sqlite: Reached = { name: "SQLite", kind: { name: "SQLite", create: createSqlite }, reason: "" };
  const standIns = [
    describeStandIn(MONGODB_STAND_IN, createOnStandIn),
    describeStandIn(ORACLE_STAND_IN, createOracleStandIn),
  ];
  reached ??= Promise.all(SERVERS.map(reach)).then((servers) => [sqlite, ...servers, ...standIns]);
  return reached;
}

async function reach({ name, url, variable }: Server): Promise<Reached> {
  if (!url) return { name, kind: null, reason: `no ${variable}` };
  try {
    if (name === "MongoDB") {
      await reachMongodb(url);
      return {
        name,
        kind: { name, create: async () => createMigrated(await createOnMongodb(url)) },
        reason: "",
      };
    }
    await runOn(url, name === "Oracle" ? "SELECT 1 FROM DUAL" : "SELECT 1");
    const create = name === "Oracle" ? createOnOracle : createOn;
    return { name, kind: { name, create: () => create(url) }, reason: "" };
  } catch (error) {
    return { name, kind: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function createSqlite(): Promise<FreshStore> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-store-"));
  await createMigratedFile(join(folder, "app.db"));
  return createMigratedStore(`sqlite:${join(folder, "app.db")}`, async () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

function describeStandIn(name: string, create: () => Promise<EmptyDatabase>): Reached {
  return { name, kind: { name, create: async () => createMigrated(await create()) }, reason: "" };
}

function createMigrated({ url, remove }: EmptyDatabase): Promise<FreshStore> {
  return createMigratedStore(url, remove);
}

async function createOn(serverUrl: string): Promise<FreshStore> {
  const name = `gw_test_${randomBytes(6).toString("hex")}`;
  if (!(await copyMigratedDatabase(serverUrl, name))) await runOn(serverUrl, `CREATE DATABASE ${name}`);
  const isSqlServer = serverUrl.startsWith("mssql:");
  if (isSqlServer) await runOn(serverUrl, `ALTER DATABASE ${name} SET READ_COMMITTED_SNAPSHOT ON`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return createMigratedStore(url.href, async () => {
    if (isSqlServer) await runOn(serverUrl, `ALTER DATABASE ${name} SET SINGLE_USER WITH ROLLBACK IMMEDIATE`);
    await runOn(serverUrl, `DROP DATABASE ${name}`);
  });
}

/** A database of Oracle's is a server, so each test has a user, who owns the tables. */
async function createOnOracle(serverUrl: string): Promise<FreshStore> {
  const name = `gw_test_${randomBytes(6).toString("hex")}`;
  await runOn(serverUrl, `CREATE USER ${name} IDENTIFIED BY "${name}" QUOTA UNLIMITED ON users`);
  await runOn(serverUrl, `GRANT CREATE SESSION, CREATE TABLE, CREATE VIEW TO ${name}`);
  const url = new URL(serverUrl);
  [url.username, url.password] = [name, name];
  return createMigratedStore(url.href, () => runOn(serverUrl, `DROP USER ${name} CASCADE`));
}

async function createMigratedStore(url: string, remove: () => Promise<void>): Promise<FreshStore> {
  const store = await openStore(url);
  await store.migrate();
  const drop = async () => {
    await store.close();
    await remove();
  };
  return { store, url, drop };
}

async function runOn(url: string, sql: string): Promise<void> {
  const database = await openDatabase({ url, timeoutMs: REACH_TIMEOUT_MS, poolSize: 1 });
  try {
    await (await database.sequelize()).query(sql);
  } finally {
    await database.close();
  }
}
