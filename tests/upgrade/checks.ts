/** What must hold in a clone after its update. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "~/models/store/sequelize/database";
import { copyPackages, runNode } from "./founder";
import { expectEqual } from "./steps";

const ROWS = fileURLToPath(new URL("rows-in-clone.ts", import.meta.url));
/** Room for a busy machine that creates and removes a database. */
const STATEMENT_TIMEOUT_MS = 60_000;
const TSX = "node_modules/tsx/dist/cli.mjs";

/** Every layer of `npm test`, in the clone. Returns its counts. Throws with what failed. */
export async function runEveryTest(folder: string): Promise<string> {
  copyPackages(folder);
  const output = await runNode(folder, "scripts/test.mjs");
  return output.trimEnd().split("\n").at(-1) ?? "";
}

interface Found {
  ran: string[];
  user: { mobile?: string } | null;
  rows: { name: string }[][];
}

export async function fillDatabase(folder: string, url: string): Promise<string> {
  const { ran, rows } = await runRows(folder, "fill", url);
  expectEqual("rows", rows.flat().length, 2);
  return `${ran.length} migrations, then a user with a phone, a project and a task`;
}

/** The rows that were there before, after the migrations of the update. */
export async function checkDatabase(folder: string, url: string): Promise<string> {
  const { ran, user, rows } = await runRows(folder, "check", url);
  expectEqual("the user's own field", user?.mobile, "+1 555 123 4567");
  expectEqual(
    "the own rows",
    rows
      .flat()
      .map(({ name }) => name)
      .toSorted(),
    ["Of projects", "Of tasks"],
  );
  if (ran.length === 0) throw new Error("no migration was new");
  return `ran ${ran.join(", ")}; the rows are as they were`;
}

async function runRows(folder: string, mode: "fill" | "check", url: string): Promise<Found> {
  // What is in data/ is not part of the founder's repository.
  mkdirSync(join(folder, "data"), { recursive: true });
  const program = readFileSync(ROWS, "utf8").replace('"../stores/', '"../tests/stores/');
  writeFileSync(join(folder, "data", "rows-in-clone.ts"), program);
  const output = await runNode(folder, TSX, join("data", "rows-in-clone.ts"), mode, url);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Found;
}

/** An empty database on this machine's PostgreSQL, as the store tests find it; or why there is none. */
export async function createPostgres(): Promise<
  { url: string; drop: () => Promise<void> } | { reason: string }
> {
  const serverUrl = process.env.TEST_POSTGRES_URL ?? "postgres://root@127.0.0.1:5432/postgres";
  const name = `gw_upgrade_${Date.now()}`;
  try {
    await runSql(serverUrl, `CREATE DATABASE ${name}`);
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runSql(serverUrl, `DROP DATABASE ${name}`) };
}

async function runSql(url: string, sql: string): Promise<void> {
  const database = await openDatabase({ url, timeoutMs: STATEMENT_TIMEOUT_MS, poolSize: 1 });
  try {
    await (await database.sequelize()).query(sql);
  } finally {
    await database.close();
  }
}
