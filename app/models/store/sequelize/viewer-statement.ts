/** The one look-up that each request makes: five tables in one statement. */
import { ENTITIES } from "../entities";
import type { ViewerRow } from "../viewer-row";
import type { Dialect } from "./dialects";
import { readRow, type Row } from "./rows";
import { aliasedColumns, type Statement } from "./statements";

export type ViewerKey = { tokenHash: string } | { sessionId: string };

/**
 * Built once for each dialect. The membership must exist, so that a user cannot act for an account that they have
 * left.
 */
export function createViewerStatement(dialect: Dialect): (by: ViewerKey) => Statement {
  const q = (name: string) => dialect.quote(name);
  const from = (entity: keyof typeof ENTITIES, alias: string) => `${q(ENTITIES[entity].table)} ${alias}`;
  const sql = [
    "SELECT",
    [
      aliasedColumns(dialect, "sessions", "s"),
      aliasedColumns(dialect, "users", "u"),
      aliasedColumns(dialect, "accounts", "a"),
      aliasedColumns(dialect, "memberships", "m"),
      aliasedColumns(dialect, "subscriptions", "b"),
      `(SELECT COUNT(*) FROM ${from("memberships", "o")} WHERE o.${q("user_id")} = s.${q("user_id")}) AS ${q("account_count")}`,
    ].join(", "),
    `FROM ${from("sessions", "s")}`,
    `JOIN ${from("users", "u")} ON u.${q("id")} = s.${q("user_id")}`,
    `JOIN ${from("accounts", "a")} ON a.${q("id")} = s.${q("account_id")}`,
    `JOIN ${from("memberships", "m")} ON m.${q("user_id")} = s.${q("user_id")} AND m.${q("account_id")} = s.${q("account_id")}`,
    `LEFT JOIN ${from("subscriptions", "b")} ON b.${q("id")} = s.${q("account_id")}`,
    "WHERE s.",
  ].join(" ");
  const byToken = `${sql}${q("token_hash")} = $1`;
  const byId = `${sql}${q("id")} = $1`;

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
  };
}
