/** What must hold in a clone after its update. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { openDatabase } from "~/models/store/sequelize/database";
import { openGit } from "../../scripts/upgrade/git.mjs";
import { runNode } from "../../scripts/lib/run.mjs";
import { expectEqual } from "./steps";

const ROWS = fileURLToPath(new URL("rows-in-clone.ts", import.meta.url));
/** Room for a busy machine that creates and removes a database. */
const STATEMENT_TIMEOUT_MS = 60_000;
const PACKAGES = {
  oxlint: ["oxlint", "bin", "oxlint"],
  vitest: ["vitest", "vitest.mjs"],
  tsx: ["tsx", "dist", "cli.mjs"],
};

/** Runs a program of the clone's packages, and returns its output. Throws the end of it when it fails. */
async function runIn(folder: string, name: keyof typeof PACKAGES, args: readonly string[]): Promise<string> {
  return runScript(folder, join(folder, "node_modules", ...PACKAGES[name]), args);
}

interface Ended {
  code: number;
  output: string;
}

async function runScript(folder: string, script: string, args: readonly string[]): Promise<string> {
  const { code, output } = (await runNode(script, [...args], { cwd: folder, show: false })) as Ended;
  if (code !== 0) throw new Error(output.trimEnd().split("\n").slice(-60).join("\n"));
  return output;
}

export async function checkTypes(folder: string): Promise<string> {
  const output = await runIn(folder, "oxlint", []);
  return /on (\d+) files/.exec(output)?.[0] ?? "";
}

/** The unit tests that import what the update has changed. */
export async function runUnitTests(folder: string, since: string): Promise<string> {
  const changed = openGit(folder)(
    "diff",
    "--name-only",
    "--diff-filter=d",
    since,
    "HEAD",
    "--",
    "app",
    "migrations",
    "sandbox",
  );
  const sources = changed.split("\n").filter((path) => /\.(tsx?|json)$/.test(path));
  const projects = ["--project", "unit", "--project", "unit-document"];
  const output = await runIn(folder, "vitest", ["related", "--run", ...projects, ...sources]);
  return /Tests +(.*)/.exec(stripVTControlCharacters(output))?.[1]?.trim() ?? "";
}

export async function build(folder: string): Promise<string> {
  await runScript(folder, join(folder, "scripts", "build.mjs"), []);
  return "npm run build";
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
  const output = await runIn(folder, "tsx", [join("data", "rows-in-clone.ts"), mode, url]);
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
