/** A database for one stage: a file, or a new database on a server of this machine, also on one that may be stopped. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "~/models/store/sequelize/database";
import { startMariadb, type MariadbServer } from "../support/mariadb-server";
import { copyMigratedDatabase, createMigratedFile } from "../support/migrated-stores";
import { startPostgres, type PostgresServer } from "../support/postgres-server";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import type { StoreName } from "./kind";

export interface FaultyDatabase {
  /** For the product: through `wire`, where there is a server. */
  url: string;
  /** Past the wire, for the tests. */
  directUrl: string;
  /** Null for SQLite. */
  wire: TcpProxy | null;
  /** The server, where it is the stage's own. */
  server: PostgresServer | MariadbServer | null;
  /** Runs a statement past the product. */
  run(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 60_000;
const SHARED: Record<Exclude<StoreName, "sqlite">, string> = {
  postgres: process.env.TEST_POSTGRES_URL ?? "postgres://root@127.0.0.1:5432/postgres",
  mariadb: process.env.TEST_MARIADB_URL ?? "mariadb://root@127.0.0.1:3306/information_schema",
};

interface DatabaseOptions {
  /** For SQLite's file. */
  folder: string;
  /** Whether a server is started for it. */
  own?: boolean;
  /** Whether it has its tables already, where that saves time. */
  isMigrated?: boolean;
}

/** Creates a database. Close it to remove it. */
export async function createFaultyDatabase(
  store: StoreName,
  { folder, own = false, isMigrated = false }: DatabaseOptions,
): Promise<FaultyDatabase> {
  if (store === "sqlite") {
    const file = join(folder, "app.db");
    if (isMigrated) await createMigratedFile(file);
    const url = `sqlite:${file}`;
    const close = () => Promise.resolve();
    return { url, directUrl: url, wire: null, server: null, run: (sql) => runOn(url, sql), close };
  }
  const { directUrl, user, server, drop } = own
    ? await startOwn(store)
    : await createShared(SHARED[store], isMigrated);
  const url = new URL(directUrl);
  const wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(wire.port);
  if (user) url.username = user;
  return {
    url: url.href,
    directUrl,
    wire,
    server,
    run: (sql) => runOn(directUrl, sql),
    async close() {
      await wire.close();
      await drop();
    },
  };
}

async function createShared(serverUrl: string, isMigrated: boolean) {
  const name = `gw_fault_${randomBytes(6).toString("hex")}`;
  if (!isMigrated || !(await copyMigratedDatabase(serverUrl, name)))
    await runOn(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const force = url.protocol.startsWith("postgres") ? " WITH (FORCE)" : "";
  return {
    directUrl: url.href,
    user: null,
    server: null,
    drop: async () => void (await runOn(serverUrl, `DROP DATABASE ${name}${force}`)),
  };
}

async function startOwn(store: "postgres" | "mariadb") {
  const folder = mkdtempSync(join(tmpdir(), "fault-server-"));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const server = store === "postgres" ? await startPostgres(folder) : await startMariadb(folder);
  // Whom limits concern: an administrator is let in beyond them.
  for (const sql of USERS[store]) await runOn(server.url, sql);
  const drop = async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { directUrl: server.url, user: PRODUCT_USER, server, drop };
}

/** The product's user on a server of the stage's own. */
export const PRODUCT_USER = "product";
const USERS = {
  postgres: [`CREATE ROLE ${PRODUCT_USER} LOGIN`, `GRANT ALL ON SCHEMA public TO ${PRODUCT_USER}`],
  mariadb: ["localhost", "127.0.0.1", "%"].flatMap((host) => [
    `CREATE USER '${PRODUCT_USER}'@'${host}'`,
    `GRANT ALL ON groundwork.* TO '${PRODUCT_USER}'@'${host}'`,
  ]),
};

async function runOn(url: string, sql: string): Promise<unknown> {
  const database = await openDatabase({ url, timeoutMs: STATEMENT_TIMEOUT_MS, poolSize: 1 });
  try {
    return await (await database.sequelize()).query(sql);
  } finally {
    await database.close();
  }
}
