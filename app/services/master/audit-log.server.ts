/** Mission control's view of the audit logs of all accounts. */
import * as z from "zod";
import { isAuditAction, AUDIT_ACTIONS } from "~/domain/audit-actions";
import { auditListForm } from "~/domain/forms/master-lists";
import { days } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { listAccounts } from "~/models/account.server";
import { listAllAudits, type AuditRow } from "~/models/audit.server";
import type { Store } from "~/models/store/store";
import { findVerifiedUser } from "~/models/user.server";
import { defineOperation } from "../platform/operation.server";
import { toAccountName } from "../platform/account-name.server";

const entryShape = z.object({
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  account: z.object({ id: z.string(), name: z.string() }),
  /** The user who did it, under the name of that time. */
  actor: z.object({ id: z.string(), name: z.string() }),
  /** The name of the master who acted as the user. */
  support: z.string().nullable(),
  target: z.string().nullable(),
  address: z.string(),
  date: z.iso.datetime(),
});
type ListedAudit = z.infer<typeof entryShape>;

const auditShape = z.object({
  audit: z.array(entryShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const listAuditLog = defineOperation({
  name: "listAuditLog",
  method: "GET",
  path: "/api/master/audit",
  summary:
    "List what happened in all accounts, newest first: in one account, by one user (an id, or a verified email), with one " +
    "action, and from the first to the last of two days in UTC.",
  access: { permission: "master", state: "verified" },
  input: auditListForm,
  output: auditShape,
  run: async (query, context) => ({ data: await readAuditLog(context.app.store, query, context.locale) }),
});

interface AuditQuery extends PagePosition {
  /** An unknown one lists all. */
  action?: string;
  /** An id. */
  account?: string;
  /** An id or a verified email. */
  actor?: string;
  /** Days in UTC, YYYY-MM-DD; `to` is included. */
  from?: string;
  to?: string;
}

export async function readAuditLog(
  store: Store,
  { action, account, actor, from, to, ...at }: AuditQuery,
  locale: string,
): Promise<z.infer<typeof auditShape>> {
  const { rows, next, previous } = await listAllAudits(store, {
    at,
    action: isAuditAction(action) ? action : undefined,
    accountId: account === "" ? undefined : account,
    actorId: actor ? await findActorId(store, actor) : undefined,
    since: from ? new Date(from) : undefined,
    before: to ? new Date(Date.parse(to) + days(1)) : undefined,
  });
  const accounts = await listAccounts(store, { ids: [...new Set(rows.map(({ accountId }) => accountId))] });
  const names = new Map(accounts.map((row) => [row.id, toAccountName(row, locale)]));
  return { audit: rows.map((row) => toResponse(row, names.get(row.accountId))), next, previous };
}

/** Finds a user by email, and takes other text for an id: a user who is deleted has entries, too. */
async function findActorId(store: Store, actor: string): Promise<string> {
  const user = actor.includes("@") ? await findVerifiedUser(store, { email: actor.toLowerCase() }) : null;
  return user?.id ?? actor;
}

/** An account that is closed while the page is read has no name any more. */
function toResponse(row: AuditRow, name: string | undefined): ListedAudit {
  return {
    id: row.id,
    action: row.action,
    account: { id: row.accountId, name: name ?? "" },
    actor: { id: row.actorId, name: row.actorName },
    support: row.impersonatorName,
    target: row.target,
    address: row.ip,
    date: row.createdAt.toISOString(),
  };
}
