/** The account's invoices: all of them with pages, or the newest next to the plan. */
import { useMemo } from "react";
import type { InvoiceStatus, InvoiceView } from "~/domain/billing";
import { formatDate } from "~/domain/dates";
import type { TranslateFile } from "~/domain/message-keys";
import { paths } from "~/domain/paths";
import type { Tone } from "../kit/badge";
import { Card, CardHeader } from "../kit/card";
import { EmptyState } from "../kit/empty-state";
import { TextLink } from "../kit/text-link";
import type { ServerPages } from "../table/server-pages";
import { ServerTable } from "../table/server-table";
import type { CellValue, TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { formatInvoiceTotal } from "./plan-text";

interface InvoicesTableProps {
  invoices: readonly InvoiceView[];
  pages: ServerPages;
}

export function InvoicesTable({ invoices, pages }: InvoicesTableProps) {
  const { t, locale } = useTexts("billing");
  const columns = useMemo(() => createColumns(t, locale), [t, locale]);
  if (invoices.length === 0 && !pages.previous) {
    return (
      <Card>
        <CardHeader title={t("invoices.title")} />
        <EmptyState icon="receipt-text" text={t("invoices.empty")} />
      </Card>
    );
  }
  return <ServerTable title={t("invoices.title")} rows={invoices} columns={columns} server={pages} />;
}

/** The newest invoices, with a link to all. Nothing without any. */
export function RecentInvoices({ invoices }: Pick<InvoicesTableProps, "invoices">) {
  const { t, locale } = useTexts("billing");
  const columns = useMemo(() => createColumns(t, locale), [t, locale]);
  if (invoices.length === 0) return null;
  return (
    <ServerTable
      title={t("invoices.recent")}
      rows={invoices}
      columns={columns}
      server={{}}
      tools={
        <TextLink to={paths.billingInvoices} className="text-sm">
          {t("invoices.all")}
        </TextLink>
      }
    />
  );
}

const TONES: Record<InvoiceStatus, Tone> = {
  draft: "neutral",
  open: "warn",
  paid: "good",
  uncollectible: "bad",
  void: "neutral",
};

function createColumns(t: TranslateFile<"billing">, locale: string): TableColumn<InvoiceView>[] {
  return [
    {
      id: "number",
      header: t("invoices.number"),
      // On a phone the date says which invoice it is, and the label of the download has the number.
      isMinor: true,
      cell: ({ number }) => number ?? t("invoices.no_number"),
    },
    {
      id: "date",
      header: t("invoices.date"),
      cell: ({ date }) => ({ kind: "day", label: formatDate(date, locale) }),
    },
    {
      id: "status",
      header: t("invoices.status"),
      cell: ({ status }) => ({ kind: "badge", label: t(`invoices.statuses.${status}`), tone: TONES[status] }),
    },
    {
      id: "total",
      header: t("invoices.total"),
      isNumber: true,
      cell: (invoice) => createTotalCell(invoice, t, locale),
    },
    {
      id: "pdf",
      header: t("invoices.pdf"),
      isNumber: true,
      isScreenOnly: true,
      cell: ({ number, invoice_pdf: url }) =>
        url === null
          ? null
          : { kind: "download", label: t("invoices.download", { number: number ?? "" }), url },
    },
  ];
}

/** Where credit has paid a part, or the invoice is a credit itself, also what the card was charged. */
function createTotalCell(
  { total, amount_due: due, status, currency }: InvoiceView,
  t: TranslateFile<"billing">,
  locale: string,
): CellValue {
  const label = formatInvoiceTotal(total, currency, locale);
  if (due === total || (status !== "paid" && status !== "open")) return label;
  const amount = formatInvoiceTotal(due, currency, locale);
  const detail = status === "paid" ? t("invoices.charged", { amount }) : t("invoices.to_pay", { amount });
  return { kind: "amount", label, detail };
}
