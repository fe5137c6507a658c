/** Tries the migrations of a merged tree on a copy of the clone's SQLite database. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runNode } from "../lib/run.mjs";
import { toLines } from "./git.mjs";

const TRIAL = "scripts/upgrade/try-migrations.ts";
export const TRY_AGAIN = "npm run upgrade -- --migrations";

/**
 * Returns the lines for the founder. `conflicts` says that files are not resolved yet.
 *
 * @param {string} root
 * @param {{ hasConflicts?: boolean, environment?: Record<string, string | undefined> }} options
 * @returns {Promise<{ isTried: boolean, hasFailed: boolean, lines: string[] }>}
 */
export async function tryMigrations(root, { hasConflicts = false, environment = process.env } = {}) {
  const { file, reason } = findDatabase(root, environment);
  if (!file) return { isTried: false, hasFailed: false, lines: [`Migrations: not tried. ${reason}`] };
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  if (!existsSync(tsx))
    return {
      isTried: false,
      hasFailed: false,
      lines: [`Migrations: not tried, because the packages are missing. npm ci, then ${TRY_AGAIN}`],
    };
  const { code, output } = await runNode(tsx, [join(root, TRIAL), file], { cwd: root, show: false });
  const lines = toLines(output);
  if (code === 0) return { isTried: true, hasFailed: false, lines: describeRun(lines, file) };
  const advice = hasConflicts
    ? `They are part of what has conflicts, perhaps. When those are resolved: ${TRY_AGAIN}`
    : `${file} is as it was. Correct what the message names before you start this version; again: ${TRY_AGAIN}`;
  return {
    isTried: true,
    hasFailed: true,
    lines: [
      `Migrations: they failed on a copy of ${file}.`,
      ...lines.slice(0, 8).map((line) => `  ${line}`),
      advice,
    ],
  };
}

function describeRun(names, file) {
  if (names.length === 0) return [`Migrations: none is new for ${file}.`];
  return [
    `Migrations: ${names.length} ran on a copy of ${file}, which is as it was.`,
    ...names.map((name) => `  ${name}`),
  ];
}

/**
 * The file of the clone's SQLite database, or the reason why there is none to try.
 *
 * @param {string} root
 * @param {Record<string, string | undefined>} environment
 * @returns {{ file?: string, reason?: string }}
 */
export function findDatabase(root, environment = process.env) {
  const data = resolve(root, environment.DATA_DIR || "data");
  const url = environment.DATABASE_URL || readSavedUrl(data);
  if (url && !url.startsWith("sqlite:"))
    return {
      reason:
        "The database is not SQLite: bring a backup into an empty database (npm run backup, npm run restore) and start this version on that one first.",
    };
  const file = url ? resolve(root, url.replace(/^sqlite:(\/\/)?/, "")) : join(data, "app.db");
  return existsSync(file) ? { file } : { reason: `There is no database at ${file}.` };
}

/** What setup has saved. The URL is a secret and encrypted, and setup saves only URLs of servers. */
function readSavedUrl(data) {
  try {
    const saved = JSON.parse(readFileSync(join(data, "config.json"), "utf8"));
    return (saved.settings ?? saved).DATABASE_URL;
  } catch {
    return undefined;
  }
}
