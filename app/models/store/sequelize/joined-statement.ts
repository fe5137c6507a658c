/** The look-ups that each request makes: a session, or an API key, with all that belongs to it in one statement. */
import { ENTITIES, type EntityName, type KeyViewerRow, type ViewerRow } from "../entities";
import { toColumnName } from "../names";
import type { Models } from "./models";
import { readRow, type Row } from "./rows";
import { listAliasedColumns, type Statement } from "./statements";

export type ViewerKey = { tokenHash: string } | { sessionId: string };

interface Joined {
  entity: EntityName;
  /** Which fields of this entity equal which of those before, as `alias.field`. Empty for the first entity. */
  on: Readonly<Record<string, string>>;
  /** Whether the look-up also finds a row without this one, whose columns are null then. */
  isOptional?: boolean;
}

/** The membership must exist, so that a user cannot act for an account that they have left. */
const VIEWER: Record<string, Joined> = {
  s: { entity: "sessions", on: {} },
  u: { entity: "users", on: { id: "s.userId" } },
  a: { entity: "accounts", on: { id: "s.accountId" } },
  m: { entity: "memberships", on: { userId: "s.userId", accountId: "s.accountId" } },
  b: { entity: "subscriptions", on: { id: "s.accountId" }, isOptional: true },
  p: { entity: "plans", on: { id: "b.planId" }, isOptional: true },
};

/** The member that the key acts as may be missing, so that the answer can say why the key no longer works. */
const KEY_VIEWER: Record<string, Joined> = {
  x: { entity: "apiKeySecrets", on: {} },
  k: { entity: "apiKeys", on: { id: "x.keyId" } },
  a: { entity: "accounts", on: { id: "k.accountId" } },
  u: { entity: "users", on: { id: "k.createdById" }, isOptional: true },
  m: { entity: "memberships", on: { userId: "k.createdById", accountId: "k.accountId" }, isOptional: true },
  b: { entity: "subscriptions", on: { id: "k.accountId" }, isOptional: true },
  p: { entity: "plans", on: { id: "b.planId" }, isOptional: true },
};

/** The texts are built once for each store. */
export function createViewerStatements(models: Models) {
  const counted = `${listColumns(models, VIEWER)}, (${countAccounts(models)}) AS ${models.generator.quoteIdentifier("account_count")}`;
  const viewer = `SELECT ${counted} ${joinTables(models, VIEWER)}`;
  const byToken = `${viewer} WHERE ${quoteReference(models, "s.tokenHash")} = $1`;
  const bySession = `${viewer} WHERE ${quoteReference(models, "s.id")} = $1`;
  const keyViewer = `SELECT ${listColumns(models, KEY_VIEWER)} ${joinTables(models, KEY_VIEWER)} WHERE ${quoteReference(models, "x.tokenHash")} = $1`;
  return {
    viewer(by: ViewerKey): Statement {
      const isToken = "tokenHash" in by;
      const value: unknown = isToken ? by.tokenHash : by.sessionId;
      if (typeof value !== "string") throw new TypeError("a session is looked up by a string");
      return { sql: isToken ? byToken : bySession, bind: [value] };
    },
    keyViewer: (tokenHash: string): Statement => ({ sql: keyViewer, bind: [tokenHash] }),
  };
}

export function readViewer(row: Row): ViewerRow {
  return {
    session: readRow("sessions", row, { prefix: "s_" }),
    user: readRow("users", row, { prefix: "u_" }),
    account: readRow("accounts", row, { prefix: "a_" }),
    membership: readRow("memberships", row, { prefix: "m_" }),
    accountCount: Number(row.account_count),
    ...readPlan(row),
  };
}

export function readKeyViewer(row: Row): KeyViewerRow {
  const hasCreator = row.u_id !== null && row.m_id !== null;
  return {
    secret: readRow("apiKeySecrets", row, { prefix: "x_" }),
    key: readRow("apiKeys", row, { prefix: "k_" }),
    account: readRow("accounts", row, { prefix: "a_" }),
    ...readPlan(row),
    creator: hasCreator
      ? {
          user: readRow("users", row, { prefix: "u_" }),
          membership: readRow("memberships", row, { prefix: "m_" }),
        }
      : null,
  };
}

function readPlan(row: Row): Pick<ViewerRow, "subscription" | "plan"> {
  return {
    subscription: row.b_id === null ? null : readRow("subscriptions", row, { prefix: "b_" }),
    plan: row.p_id === null ? null : readRow("plans", row, { prefix: "p_" }),
  };
}

function listColumns({ generator }: Models, joined: Record<string, Joined>): string {
  return Object.entries(joined)
    .map(([alias, { entity }]) => listAliasedColumns(generator, { entity }, alias))
    .join(", ");
}

function joinTables(models: Models, joined: Record<string, Joined>): string {
  const { generator } = models;
  return Object.entries(joined)
    .map(([alias, { entity, on, isOptional }], index) => {
      const table = `${generator.quoteTable(ENTITIES[entity].table)} ${generator.quoteIdentifier(alias)}`;
      if (index === 0) return `FROM ${table}`;
      const conditions = Object.entries(on).map(
        ([field, other]) =>
          `${quoteReference(models, `${alias}.${field}`)} = ${quoteReference(models, other)}`,
      );
      return `${isOptional ? "LEFT JOIN" : "JOIN"} ${table} ON ${conditions.join(" AND ")}`;
    })
    .join(" ");
}

/** Counts the accounts of the session's user. */
function countAccounts({ generator, sequelize: { fn, col, Op }, get }: Models): string {
  const options = {
    attributes: [[fn("COUNT", col("*")), "accounts"]],
    where: { user_id: { [Op.col]: "s.user_id" } },
  };
  return generator.selectQuery(ENTITIES.memberships.table, options, get("memberships")).replace(/;$/, "");
}

/** `s.userId` → `"s"."user_id"`. */
function quoteReference({ generator }: Models, reference: string): string {
  const [alias = "", field = ""] = reference.split(".");
  return `${generator.quoteIdentifier(alias)}.${generator.quoteIdentifier(toColumnName(field))}`;
}
