/** The last comparisons with the payment provider, as mission control and `npm run reconcile` show them. */
import { COMPARED_AREAS, type ComparedArea, type ComparisonView } from "~/domain/comparisons";
import { listAccounts } from "~/models/account.server";
import { listComparisons } from "~/models/comparison.server";
import { listFindings, type ComparisonFindingRow } from "~/models/comparison-finding.server";
import type { Store } from "~/models/store/store";
import { toAccountName } from "../platform/account-name.server";

/** The most differences of an area that are shown. */
const SHOWN_OF_AREA = 20;
/** More than all areas keep. */
const FINDINGS_READ = 1000;

/** Every area, also one that was never compared. */
export async function readComparisons(store: Store, locale: string): Promise<ComparisonView[]> {
  const [rows, findings] = await Promise.all([
    listComparisons(store),
    listFindings(store, { limit: FINDINGS_READ }),
  ]);
  const shown = COMPARED_AREAS.map((area) => pickShown(findings, area));
  const names = await readNames(store, shown.flat(), locale);
  return COMPARED_AREAS.map((area, index) => {
    const row = rows.find(({ id }) => id === area);
    return {
      area,
      compared_at: row?.comparedAt.toISOString() ?? null,
      accounts: row?.accounts ?? 0,
      repaired: row?.repaired ?? 0,
      not_repaired: row?.unrepaired ?? 0,
      differences: (shown[index] ?? []).map(({ accountId, what, failure }) => ({
        account: { id: accountId, name: names.get(accountId) ?? accountId },
        what,
        failure,
      })),
    };
  });
}

/** They are stored with those that could not be repaired first. */
const pickShown = (findings: readonly ComparisonFindingRow[], area: ComparedArea) =>
  findings.filter((finding) => finding.area === area).slice(0, SHOWN_OF_AREA);

async function readNames(
  store: Store,
  findings: readonly ComparisonFindingRow[],
  locale: string,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(findings.map(({ accountId }) => accountId))];
  if (ids.length === 0) return new Map();
  return new Map((await listAccounts(store, { ids })).map((row) => [row.id, toAccountName(row, locale)]));
}
