/** Tries a database before the product moves to it: whether it answers, what is in it, and whether tables may be created. */
import { lookup } from "node:dns/promises";
import { closeSync, lstatSync, openSync, readSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isIP } from "node:net";
import { mayOperatorReach } from "~/gateways/network/operator-ips";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { isSetupClosed } from "~/models/setup-closing.server";
import { hasUsers } from "~/models/user.server";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";

export const DATABASE_FAULTS = [
  ...["forbidden", "unknown_host", "refused", "timeout", "tls", "password", "no_database", "no_right"],
  ...["driver", "not_sqlite", "unreachable"],
] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** `product`: tables of the product that no user has, or had. `people`: those of an installation in use. `foreign`: tables of another program with the same names. */
type DatabaseContents = "empty" | "product" | "people" | "foreign";

export type DatabaseAnswer =
  | { kind: "ready"; version: string; contents: DatabaseContents }
  | { kind: "fault"; fault: DatabaseFault };

export interface DatabaseTarget {
  url: string;
  /** Null for a file. */
  host: string | null;
  /** Null for a server. */
  file: string | null;
}

/** Never throws, and takes PROBE_TIMEOUT_MS at most. What a server has sent is not part of the answer. */
export async function tryDatabase(target: DatabaseTarget): Promise<DatabaseAnswer> {
  const late = pause(PROBE_TIMEOUT_MS, toFault("timeout"), { ref: false });
  return Promise.race([answer(target), late]);
}

async function answer({ url, host, file }: DatabaseTarget): Promise<DatabaseAnswer> {
  if (file !== null && !isFreeOrSqlite(file)) return toFault("not_sqlite");
  const fault = host === null ? null : await findHostFault(host);
  if (fault) return toFault(fault);
  let store: OpenStore;
  try {
    store = await openStore(url, { statementTimeoutMs: PROBE_TIMEOUT_MS, poolSize: 1 });
  } catch {
    return toFault("driver");
  }
  try {
    const { version } = await store.inspect();
    const contents = await readContents(store);
    await store.tryTable();
    return { kind: "ready", version, contents };
  } catch (error) {
    return toFault(classify(error));
  } finally {
    void store.close().catch(() => undefined); // A server that hangs does not answer the end either.
  }
}

const toFault = (fault: DatabaseFault): DatabaseAnswer => ({ kind: "fault", fault });

/** Every IP of the name must be one that setup may reach. */
async function findHostFault(host: string): Promise<DatabaseFault | null> {
  const name = host.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return mayOperatorReach(name) ? null : "forbidden";
  const addresses = await lookup(name, { all: true }).catch(() => []);
  if (addresses.length === 0) return "unknown_host";
  return addresses.every(({ address }) => mayOperatorReach(address)) ? null : "forbidden";
}

const SQLITE_HEADER = "SQLite format 3\0";

/** Whether the file does not exist, is empty, or is a database: no other file is opened for writing. */
function isFreeOrSqlite(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return true;
  if (!stats.isFile()) return false;
  if (stats.size === 0) return true;
  const handle = openSync(file, "r");
  try {
    const header = Buffer.alloc(SQLITE_HEADER.length);
    readSync(handle, header, 0, header.length, 0);
    return header.toString("latin1") === SQLITE_HEADER;
  } finally {
    closeSync(handle);
  }
}

/** Only whether there are rows, and none of them: setup must not show what another database contains. */
async function readContents(store: OpenStore): Promise<DatabaseContents> {
  const { schema } = await store.readSchemaState();
  if (schema === "none") return (await hasUsers(store).catch(() => false)) ? "foreign" : "empty";
  if (await hasUsers(store)) return "people";
  // A version before this one has no such table.
  return (await isSetupClosed(store).catch(() => false)) ? "people" : "product";
}

/** By the codes and messages of the drivers: those of PostgreSQL, MySQL and MariaDB, SQL Server, MongoDB, and the network's. */
const RULES: readonly (readonly [DatabaseFault, RegExp])[] = [
  ["unknown_host", /ENOTFOUND|EAI_AGAIN/],
  ["refused", /ECONNREFUSED/],
  ["tls", /no encryption|SECURE_TRANSPORT|secure transport|certificate|CERT_|SSL|TLS/i],
  ["no_database", /3D000|ER_BAD_DB_ERROR|\b4060\b/],
  ["no_right", /42501|ER_DBACCESS_DENIED|ER_TABLEACCESS_DENIED|permission denied|not authorized|\b262\b/i],
  ["password", /28P01|28000|ER_ACCESS_DENIED|ELOGIN|authentication ?failed|Access denied/i],
  ["timeout", /ETIMEDOUT|ETIMEOUT|timeout|timed out/i],
];

function classify(error: unknown): DatabaseFault {
  const text = listDescriptions(error).join(" ");
  return RULES.find(([, pattern]) => pattern.test(text))?.[0] ?? "unreachable";
}

/** The codes and messages of an error and of its causes. */
function listDescriptions(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as NodeJS.ErrnoException;
  return [code ?? "", error.message, ...listDescriptions(error.cause)];
}
