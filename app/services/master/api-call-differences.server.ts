/** Where API calls, the payment provider's meter and the invoices do not agree, as mission control lists it. */
import type { ApiCallDifferenceView } from "~/domain/billing";
import { listAccounts } from "~/models/account.server";
import type { Store } from "~/models/store/store";
import { listDifferences } from "~/models/api-call-difference.server";
import { toAccountName } from "../platform/account-name.server";

/** The most differences that mission control lists. */
const DIFFERENCES_SHOWN = 20;

/** Those that were found last, at most DIFFERENCES_SHOWN. */
export async function listApiCallDifferences(store: Store, locale: string): Promise<ApiCallDifferenceView[]> {
  const found = await listDifferences(store, { limit: DIFFERENCES_SHOWN });
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ accountId }) => accountId))];
  const names = new Map(
    (await listAccounts(store, { ids })).map((row) => [row.id, toAccountName(row, locale)]),
  );
  return found.map(({ id, accountId, planId: plan, periodStart, periodEnd, counted, metered, invoiced }) => ({
    id,
    account: { id: accountId, name: names.get(accountId) ?? accountId },
    plan,
    from: periodStart.toISOString(),
    until: periodEnd.toISOString(),
    counted,
    metered,
    invoiced,
  }));
}
