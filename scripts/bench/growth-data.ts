/**
 * A database with many users in one account, for G10. The product creates one row of each kind, and SQL copies
 * them.
 */
import { join } from "node:path";
import sqlite3 from "sqlite3";
import { makeTestUser, makeSession } from "../../tests/support/users";
import { ENTITIES, type EntityName } from "../../app/models/all-entities";
import { toColumnName } from "../../app/models/store/names";
import { openStore } from "../../app/models/store/open-store";

/** The number of users whose sessions are measured, spread over all of them. */
const SAMPLE_SIZE = 200;

export interface GrownData {
  dataDir: string;
  /** Session tokens of users spread over the account. */
  tokens: string[];
  cookies: string[];
  /** An API client's token of the account's owner. */
  ownerToken: string;
}

/** Creates a data folder with `users` users in one account, each with a session. */
export async function growData(dataDir: string, users: number): Promise<GrownData> {
  const store = await openStore(getDatabaseUrl(dataDir));
  await store.migrate();
  const { accountId, token: ownerToken } = await makeTestUser(store, {
    permission: "owner",
    isVerified: true,
    subscription: "active",
  });
  await copyRows(join(dataDir, "app.db"), users);
  const tokens: string[] = [];
  const cookies: string[] = [];
  for (let asked = 0; asked < SAMPLE_SIZE; asked += 1) {
    const userId = createUserId(1 + Math.floor((asked * users) / SAMPLE_SIZE));
    tokens.push(await makeSession(store, { userId, accountId, kind: "script" }));
    cookies.push(await makeSession(store, { userId, accountId, kind: "browser" }));
  }
  await store.close();
  return { dataDir, tokens, cookies, ownerToken };
}

export function getDatabaseUrl(dataDir: string): string {
  return `sqlite:${join(dataDir, "app.db")}`;
}

/** Ascending ids, as UUIDv7 creates them. */
const createUserId = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const createIdSql = (variant: string) => `printf('00000000-0000-7000-${variant}-%012d', n.i)`;

/** The columns that differ from row to row, as SQL. All others equal those of the copied row. */
const COPIES: Partial<Record<EntityName, Record<string, string>>> = {
  users: {
    id: createIdSql("8000"),
    email: "'person' || n.i || '@example.com'",
    emailClaim: "'person' || n.i || '@example.com'",
  },
  memberships: {
    id: createIdSql("8001"),
    userId: createIdSql("8000"),
    role: "'user'",
    email: "'person' || n.i || '@example.com'",
    ownerClaim: createIdSql("8001"),
  },
  sessions: {
    id: createIdSql("8002"),
    userId: createIdSql("8000"),
    tokenHash: "lower(hex(randomblob(32)))",
  },
};

async function copyRows(file: string, users: number): Promise<void> {
  const database = new sqlite3.Database(file);
  const statements = Object.entries(COPIES).map(([name, differences]) => {
    const { table, fields } = ENTITIES[name as EntityName];
    const names = Object.keys(fields);
    const values = names.map((field) => differences[field] ?? `one."${toColumnName(field)}"`);
    return [
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${users})`,
      `INSERT INTO "${table}" (${names.map((field) => `"${toColumnName(field)}"`).join(", ")})`,
      `SELECT ${values.join(", ")} FROM n, (SELECT * FROM "${table}" LIMIT 1) one`,
    ].join(" ");
  });
  await new Promise<void>((resolve, reject) => {
    database.exec(["BEGIN", ...statements, "COMMIT", "ANALYZE"].join(";\n"), (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    database.close((error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
