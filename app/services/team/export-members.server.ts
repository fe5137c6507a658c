/** The list of members and invitations as a CSV file, for spreadsheets. */
import * as z from "zod";
import { membersExportForm } from "~/domain/forms/members";
import { MEMBERS_EXPORTED_AT_ONCE, MEMBERS_EXPORTED_MAX } from "~/domain/limits";
import type { MemberFilter, MemberQuery } from "~/domain/members";
import { MEMBERS_EXPORT_LIMITS } from "~/domain/rate-limits";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { readMembers, type MemberOrInvite } from "./member-list.server";
import { toNamedAccount } from "../platform/account-name.server";

export const exportMembers = defineOperation({
  name: "exportMembers",
  takesLong: true,
  method: "GET",
  path: "/api/account/users/export",
  summary:
    "Export the filtered members and invitations as CSV text, in the order of the list, up to 10,000 rows. is_complete is " +
    "false when there are more.",
  access: { permission: "admin", state: "planned" },
  needsOwnSession: true,
  input: membersExportForm,
  output: z.object({ csv: z.string(), rows: z.number().int(), is_complete: z.boolean() }),
  limits: MEMBERS_EXPORT_LIMITS,
  refusesImpersonator: true,
  async run(query, context) {
    const { rows, isComplete } = await readAll(context, query);
    const target = [String(rows.length), ...describeFilter(query)].join(", ");
    await recordAudit(context.app.store, context, { action: "members_exported", target });
    const csv = [HEADER, ...rows.map(toCells)].map(toLine).join("");
    return { data: { csv, rows: rows.length, is_complete: isComplete } };
  },
});

/** Page by page, so that no statement and no row of the list holds the database for long. */
async function readAll(context: Context, query: MemberQuery) {
  const account = toNamedAccount(requireViewer(context).account, context.locale);
  const rows: MemberOrInvite[] = [];
  let after: string | null | undefined;
  do {
    const at = { ...query, after: after ?? undefined };
    const page = await readMembers(context.app.store, { account, query: at, size: MEMBERS_EXPORTED_AT_ONCE });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null && rows.length < MEMBERS_EXPORTED_MAX);
  return { rows, isComplete: after === null };
}

/** For the audit log. The searched text may be a name, so it is not repeated. */
function describeFilter({ search, status, permission }: MemberFilter): string[] {
  return [status, permission, search && "search"].flatMap((part) => (part ? [part] : []));
}

const HEADER = ["name", "email", "permission", "status", "last_login", "2fa_enabled", "date_created"];

function toCells(listed: MemberOrInvite): string[] {
  if (listed.kind === "invite") {
    const { email, permission, expired, date_sent: sentAt } = listed.row;
    return ["", email, permission, expired ? "expired" : "invited", "", "", sentAt];
  }
  const { name, email, permission, verified, last_login: lastLogin, date_created: joinedAt } = listed.row;
  const status = verified ? "verified" : "registered";
  return [name, email, permission, status, lastLogin ?? "", String(listed.row["2fa_enabled"]), joinedAt];
}

/** RFC 4180: every cell in quotes, lines end with CRLF. */
function toLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${disarm(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/**
 * A spreadsheet would run a cell that begins like a formula, also after spaces that it cuts off, or with the wide characters of
 * East Asian keyboards. The apostrophe makes it text.
 */
function disarm(cell: string): string {
  return /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r]/u.test(cell) ? `'${cell}` : cell;
}
