/** The one look-up that each request makes: six tables in one statement. */
import { ENTITIES, type ViewerRow } from "../entities";
import type { Dialect } from "./dialects";
import { readRow, type Row } from "./rows";
import { listAliasedColumns, type Statement } from "./statements";

export type ViewerKey = { tokenHash: string } | { sessionId: string };

/**
 * Built once for each dialect. The membership must exist, so that a user cannot act for an account that they have
 * left.
 */
export function createViewerStatement(dialect: Dialect): (by: ViewerKey) => Statement {
  const quoteName = (name: string) => dialect.quote(name);
  const createFromClause = (entity: keyof typeof ENTITIES, alias: string) =>
    `${quoteName(ENTITIES[entity].table)} ${alias}`;
  const sql = [
    "SELECT",
    [
      listAliasedColumns(dialect, "sessions", "s"),
      listAliasedColumns(dialect, "users", "u"),
      listAliasedColumns(dialect, "accounts", "a"),
      listAliasedColumns(dialect, "memberships", "m"),
      listAliasedColumns(dialect, "subscriptions", "b"),
      listAliasedColumns(dialect, "plans", "p"),
      `(SELECT COUNT(*) FROM ${createFromClause("memberships", "o")} WHERE o.${quoteName("user_id")} = s.${quoteName("user_id")}) AS ${quoteName("account_count")}`,
    ].join(", "),
    `FROM ${createFromClause("sessions", "s")}`,
    `JOIN ${createFromClause("users", "u")} ON u.${quoteName("id")} = s.${quoteName("user_id")}`,
    `JOIN ${createFromClause("accounts", "a")} ON a.${quoteName("id")} = s.${quoteName("account_id")}`,
    `JOIN ${createFromClause("memberships", "m")} ON m.${quoteName("user_id")} = s.${quoteName("user_id")} AND m.${quoteName("account_id")} = s.${quoteName("account_id")}`,
    `LEFT JOIN ${createFromClause("subscriptions", "b")} ON b.${quoteName("id")} = s.${quoteName("account_id")}`,
    `LEFT JOIN ${createFromClause("plans", "p")} ON p.${quoteName("id")} = b.${quoteName("plan_id")}`,
    "WHERE s.",
  ].join(" ");
  const byToken = `${sql}${quoteName("token_hash")} = $1`;
  const byId = `${sql}${quoteName("id")} = $1`;

  return (by) => {
    const isToken = "tokenHash" in by;
    const value: unknown = isToken ? by.tokenHash : by.sessionId;
    if (typeof value !== "string") throw new TypeError("a session is looked up by a string");
    return { sql: isToken ? byToken : byId, bind: [value] };
  };
}

export function readViewer(row: Row): ViewerRow {
  return {
    session: readRow("sessions", row, "s_"),
    user: readRow("users", row, "u_"),
    account: readRow("accounts", row, "a_"),
    membership: readRow("memberships", row, "m_"),
    accountCount: Number(row.account_count),
    subscription: row.b_id === null ? null : readRow("subscriptions", row, "b_"),
    plan: row.p_id === null ? null : readRow("plans", row, "p_"),
  };
}
