/** Periods in which API calls, the payment provider's meter and the invoices do not agree. */
import { useMemo } from "react";
import type { ApiCallDifferenceView } from "~/domain/billing";
import { formatGroupedNumber } from "~/domain/numbers";
import { paths } from "~/domain/paths";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";

/** Shown only while there are any. */
export function ApiCallDifferences({ differences }: { differences: ApiCallDifferenceView[] }) {
  const { t } = useTexts("master");
  const columns = useColumns();
  if (differences.length === 0) return null;
  return (
    <div>
      <ServerTable
        title={t("overview.usage_differences")}
        rows={differences}
        columns={columns}
        emptyText=""
        server={{}}
      />
      <p className="mt-2 text-sm text-muted">{t("overview.usage_differences_hint")}</p>
    </div>
  );
}

function useColumns(): TableColumn<ApiCallDifferenceView>[] {
  const { t, locale } = useTexts("master");
  return useMemo(() => {
    const format = (calls: number | null) => (calls === null ? "–" : formatGroupedNumber(calls, locale));
    return [
      {
        id: "account",
        header: t("overview.usage_account"),
        cell: (row) => ({
          kind: "link",
          label: row.account.name,
          url: paths.masterAccountWith(row.account.id),
          detail: row.plan,
        }),
      },
      { id: "from", header: t("overview.usage_from"), isMinor: true, cell: (row) => row.from },
      { id: "until", header: t("overview.usage_until"), isMinor: true, cell: (row) => row.until },
      {
        id: "counted",
        header: t("overview.usage_counted"),
        isNumber: true,
        cell: (row) => format(row.counted),
      },
      {
        id: "metered",
        header: t("overview.usage_metered"),
        isNumber: true,
        cell: (row) => format(row.metered),
      },
      {
        id: "invoiced",
        header: t("overview.usage_invoiced"),
        isNumber: true,
        cell: (row) => format(row.invoiced),
      },
    ];
  }, [t, locale]);
}
