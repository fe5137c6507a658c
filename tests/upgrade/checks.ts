/** What must hold in a clone after its update. */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
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

/**
 * The unit tests that import what the update has changed. The files of those that fail are run once more, here and in `before`, a clone
 * that has not had the update: the update breaks what fails twice, and did not before. Throws with that.
 */
export async function runUnitTests(
  folder: string,
  { since, before }: { since: string; before: string },
): Promise<string> {
  const where = ["app", "migrations", "sandbox"];
  const changed = openGit(folder)("diff", "--name-only", "--diff-filter=d", since, "HEAD", "--", ...where);
  const sources = changed.split("\n").filter((path) => /\.(tsx?|json)$/.test(path));
  const { passed, failed } = await runVitest(folder, ["related", ...sources]);
  if (failed.length === 0) return `${passed} passed`;
  const files = listFiles(failed);
  const again = (await runVitest(folder, ["run", ...files])).failed;
  const known = (await runVitest(before, ["run", ...files])).failed;
  const broken = again.filter((name) => !known.includes(name));
  if (broken.length > 0) throw new Error(`the update breaks ${broken.join("; ")}`);
  const repeated = failed.filter((name) => !again.includes(name));
  return [
    `${passed} passed, none is broken by the update`,
    ...(again.length > 0
      ? [`${again.length} fail in the founder's clone before it, too: ${listFiles(again).join(", ")}`]
      : []),
    ...(repeated.length > 0 ? [`passed when repeated: ${listFiles(repeated).join(", ")}`] : []),
  ].join("; ");
}

const listFiles = (names: readonly string[]) => [...new Set(names.map((name) => name.split(": ")[0] ?? ""))];

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** How many tests pass, and the file and title of those that do not; of a file that does not load, the file. */
async function runVitest(
  folder: string,
  words: readonly string[],
): Promise<{ passed: number; failed: string[] }> {
  const file = join(folder, "data", "unit-tests.json");
  const options = [
    "--run",
    "--project",
    "unit",
    "--project",
    "unit-document",
    // A busy machine is not what is tested.
    "--hookTimeout=120000",
    "--reporter=json",
    `--outputFile=${file}`,
  ];
  const vitest = join(folder, "node_modules", ...PACKAGES.vitest);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const { output } = (await runNode(vitest, [...words, ...options], { cwd: folder, show: false })) as Ended;
  if (!existsSync(file)) throw new Error(output.trimEnd().split("\n").slice(-20).join("\n"));
  const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  const failed = report.testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const path = relative(realpathSync(folder), name).replaceAll("\\", "/");
      const titles = assertionResults.filter(({ status }) => status === "failed");
      return titles.length > 0 ? titles.map(({ fullName }) => `${path}: ${fullName}`) : [path];
    });
  return { passed: report.numPassedTests, failed };
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
