/** /master/audit: what happened in all accounts, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isAuditAction } from "~/domain/audit-actions";
import { isDay } from "~/domain/forms/master-lists";
import { EMAIL_MAX_LENGTH } from "~/domain/limits";
import { parsePagePosition } from "~/domain/paging";
import { toDisplayText } from "~/domain/text";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readAuditLog } from "~/services/master/audit-log.server";
import { AuditLog, type AuditFilters } from "~/ui/master/audit-log";
import type { PageHandle } from "~/ui/use-page";

export const handle: PageHandle = {
  title: "common:title.master_audit",
  texts: ["master", "data", "activity"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterAudit, async ({ app, locale, url: { searchParams: query } }) => {
    const filters = parseFilters(query);
    const at = parsePagePosition(query);
    return { ...(await readAuditLog(app.store, { ...at, ...filters }, locale)), filters };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

/** Reads the filters. A value that a filter cannot have limits nothing: a mistyped link shows all entries. */
function parseFilters(query: URLSearchParams): AuditFilters {
  const read = (name: keyof AuditFilters) => toDisplayText(query.get(name) ?? "", EMAIL_MAX_LENGTH).trim();
  const readDay = (name: "from" | "to") => (isDay(read(name)) ? read(name) : "");
  const action = read("action");
  return {
    action: isAuditAction(action) ? action : "",
    account: read("account"),
    actor: read("actor"),
    from: readDay("from"),
    to: readDay("to"),
  };
}

export default function Audit() {
  return <AuditLog {...useLoaderData<typeof loader>()} />;
}
