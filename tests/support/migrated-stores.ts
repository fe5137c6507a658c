/**
 * Databases that are migrated once in a run of the tests and copied then: migrating an empty one takes MariaDB three
 * seconds, PostgreSQL one, and a process its time to load what migrates.
 */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "~/models/store/open-store";
import { openDatabase } from "~/models/store/sequelize/database";
import type { OpenStore } from "~/models/store/database";
import { getRunFolder } from "./run-folder";

const STATEMENT_TIMEOUT_MS = 60_000;

/** Opens a migrated SQLite database of its own, which is removed when it is closed. */
export async function openTestStore(): Promise<OpenStore> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-store-"));
  const store = await openMigratedStore(folder);
  return {
    ...store,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same in this folder, which the caller removes. */
export async function openMigratedStore(folder: string): Promise<OpenStore> {
  const file = join(folder, "app.db");
  await createMigratedFile(file);
  const store = await openStore(`sqlite:${file}`);
  await store.migrate();
  return store;
}

/** Creates a migrated SQLite file. Outside of vitest it creates none: the caller that opens the file migrates it. */
export async function createMigratedFile(file: string): Promise<void> {
  const folder = getRunFolder();
  if (!folder) return;
  const template = join(folder, "app.db");
  if (!existsSync(template)) {
    // Under a name of its own, because another process may make the template at the same time.
    const made = `${template}.${randomUUID()}`;
    await migrate(`sqlite:${made}`);
    // As the product does with its own.
    chmodSync(made, 0o600);
    renameSync(made, template);
  }
  copyFileSync(template, file);
}

/** A database of a server, of which others are copies. */
interface Template {
  serverUrl: string;
  name: string;
}

/**
 * Creates a database as a copy of the server's migrated template. Returns false, and creates nothing, when there is no
 * template (yet): on an engine that cannot copy one, or while another process makes it.
 */
export async function copyMigratedDatabase(serverUrl: string, name: string): Promise<boolean> {
  const copy = COPIES[new URL(serverUrl).protocol];
  const folder = getRunFolder();
  const template = copy && folder && (await findTemplate(serverUrl, folder));
  if (!copy || !template) return false;
  await copy({ serverUrl, from: template, to: name });
  return true;
}

/** Removes the templates that a run has left on servers. */
export async function removeTemplates(folder: string): Promise<void> {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(CLAIMED))) {
    const { serverUrl, name } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Template;
    await runAll(serverUrl, [`DROP DATABASE IF EXISTS ${name}`]);
  }
}

const CLAIMED = ".claimed";

/** The name of the server's template, which the first caller makes. */
async function findTemplate(serverUrl: string, folder: string): Promise<string | null> {
  const { protocol, port } = new URL(serverUrl);
  const file = join(folder, `${protocol.replace(":", "")}-${port}`);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const name = `gw_test_template_${randomUUID().slice(0, 8)}`;
  if (!claim(`${file}${CLAIMED}`, { serverUrl, name })) return null;
  await runAll(serverUrl, [`CREATE DATABASE ${name}`]);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  writeFileSync(`${file}.new`, name);
  renameSync(`${file}.new`, file);
  return name;
}

function claim(file: string, template: Template): boolean {
  try {
    writeFileSync(file, JSON.stringify(template), { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

type Copy = (order: { serverUrl: string; from: string; to: string }) => Promise<unknown>;

/** By the URL's scheme. SQL Server has no cheap copy. */
const COPIES: Record<string, Copy> = {
  "postgres:": ({ serverUrl, from, to }) => runAll(serverUrl, [`CREATE DATABASE ${to} TEMPLATE ${from}`]),
  "mariadb:": copyTables,
  "mysql:": copyTables,
};

/** There are no foreign keys, which `LIKE` would leave out. */
async function copyTables({ serverUrl, from, to }: Parameters<Copy>[0]): Promise<void> {
  const [tables = []] = await runAll(serverUrl, [
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${from}'`,
  ]);
  await runAll(serverUrl, [
    `CREATE DATABASE ${to}`,
    ...tables.map(({ name }) => `CREATE TABLE ${to}.${String(name)} LIKE ${from}.${String(name)}`),
    `INSERT INTO ${to}.migrations SELECT * FROM ${from}.migrations`,
  ]);
}

async function migrate(url: string): Promise<void> {
  const store = await openStore(url);
  await store.migrate();
  await store.close();
}

/** Sends the statements one after the other, and returns the rows of each. */
async function runAll(url: string, statements: readonly string[]): Promise<Record<string, unknown>[][]> {
  const database = await openDatabase({ url, timeoutMs: STATEMENT_TIMEOUT_MS, poolSize: 1 });
  try {
    const sequelize = await database.sequelize();
    const answers: Record<string, unknown>[][] = [];
    for (const sql of statements) answers.push((await sequelize.query(sql))[0] as Record<string, unknown>[]);
    return answers;
  } finally {
    await database.close();
  }
}
