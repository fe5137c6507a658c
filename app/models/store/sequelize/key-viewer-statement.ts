/** The one look-up of a call with an API key: seven tables in one statement. */
import { ENTITIES, type EntityName, type KeyViewerRow } from "../entities";
import type { Dialect } from "./dialects";
import { readRow, type Row } from "./rows";
import { listAliasedColumns, type Statement } from "./statements";

/**
 * Built once for each dialect. The member the key acts as may be missing, unlike the one of a session, so that the answer
 * can say why the key no longer works.
 */
export function createKeyViewerStatement(dialect: Dialect): (tokenHash: string) => Statement {
  const column = (name: string) => dialect.quote(name);
  const from = (entity: EntityName, alias: string) => `${column(ENTITIES[entity].table)} ${alias}`;
  const columns = Object.entries(ALIASES).map(([entity, alias]) =>
    listAliasedColumns(dialect, entity as EntityName, alias),
  );
  const sql = [
    `SELECT ${columns.join(", ")}`,
    `FROM ${from("apiKeySecrets", "x")}`,
    `JOIN ${from("apiKeys", "k")} ON k.${column("id")} = x.${column("key_id")}`,
    `JOIN ${from("accounts", "a")} ON a.${column("id")} = k.${column("account_id")}`,
    `LEFT JOIN ${from("users", "u")} ON u.${column("id")} = k.${column("created_by_id")}`,
    `LEFT JOIN ${from("memberships", "m")} ON m.${column("user_id")} = k.${column("created_by_id")}`,
    `AND m.${column("account_id")} = k.${column("account_id")}`,
    `LEFT JOIN ${from("subscriptions", "b")} ON b.${column("id")} = k.${column("account_id")}`,
    `LEFT JOIN ${from("plans", "p")} ON p.${column("id")} = b.${column("plan_id")}`,
    `WHERE x.${column("token_hash")} = $1`,
  ].join(" ");
  return (tokenHash) => ({ sql, bind: [tokenHash] });
}

export function readKeyViewer(row: Row): KeyViewerRow {
  const hasCreator = row.u_id !== null && row.m_id !== null;
  return {
    secret: readRow("apiKeySecrets", row, "x_"),
    key: readRow("apiKeys", row, "k_"),
    account: readRow("accounts", row, "a_"),
    subscription: row.b_id === null ? null : readRow("subscriptions", row, "b_"),
    plan: row.p_id === null ? null : readRow("plans", row, "p_"),
    creator: hasCreator
      ? { user: readRow("users", row, "u_"), membership: readRow("memberships", row, "m_") }
      : null,
  };
}

const ALIASES = {
  apiKeySecrets: "x",
  apiKeys: "k",
  accounts: "a",
  users: "u",
  memberships: "m",
  subscriptions: "b",
  plans: "p",
};
