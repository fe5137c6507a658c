/** The owner's view of disputed payments: a notice for each that is open or was lost lately, and the list of all. */
import { useMemo } from "react";
import { formatDate } from "~/domain/dates";
import type { DisputeOutcome, DisputeView } from "~/domain/disputes";
import type { TranslateFile } from "~/domain/message-keys";
import { formatMoney } from "~/domain/money";
import { paths } from "~/domain/paths";
import type { Tone } from "../kit/badge";
import { Notice } from "../kit/notice";
import { TextLink } from "../kit/text-link";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { formatInvoiceTotal } from "./plan-text";

interface DisputesProps {
  disputes: readonly DisputeView[];
}

export function DisputeNotices({ disputes }: DisputesProps) {
  return disputes.map((dispute) => <DisputeNotice key={dispute.id} dispute={dispute} />);
}

function DisputeNotice({ dispute }: { dispute: DisputeView }) {
  const { t, locale } = useTexts("billing");
  const news = toNews(dispute);
  const values = {
    amount: formatMoney(dispute.amount, dispute.currency, locale),
    date: formatDate(dispute.date, locale),
  };
  return (
    <Notice
      tone={news === "opened" || news === "warned" ? "warn" : "bad"}
      title={t(`disputes.notice.${news}.title`, values)}
      action={<TextLink to={paths.help}>{t("disputes.contact")}</TextLink>}
    >
      {t(`disputes.notice.${news}.text`, values)}
    </Notice>
  );
}

/** Only what the owner is notified of: an open one, or one that was lost. */
function toNews({ kind, outcome, has_ended_plan: hasEndedPlan }: DisputeView) {
  if (kind === "fraud_warning") return "warned";
  if (outcome === "open") return "opened";
  return hasEndedPlan ? "ended" : "lost";
}

/** All of them. Nothing without any. */
export function DisputesTable({ disputes }: DisputesProps) {
  const { t, locale } = useTexts("billing");
  const columns = useMemo(() => createColumns(t, locale), [t, locale]);
  if (disputes.length === 0) return null;
  return <ServerTable title={t("disputes.title")} rows={disputes} columns={columns} server={{}} />;
}

const TONES: Record<DisputeOutcome, Tone> = { open: "warn", won: "good", lost: "bad" };

function createColumns(t: TranslateFile<"billing">, locale: string): TableColumn<DisputeView>[] {
  return [
    {
      id: "kind",
      header: t("disputes.kind"),
      // On a phone there is no room for a column of dates.
      cell: ({ kind, date }) => ({
        kind: "code",
        label: t(`disputes.kinds.${kind}`),
        detail: formatDate(date, locale),
      }),
    },
    { id: "invoice", header: t("disputes.invoice"), isMinor: true, cell: ({ invoice }) => invoice ?? "–" },
    {
      id: "status",
      header: t("invoices.status"),
      cell: ({ kind, outcome }) => ({
        kind: "badge",
        label: kind === "dispute" ? t(`disputes.outcomes.${outcome}`) : t(`disputes.warnings.${outcome}`),
        tone: TONES[outcome],
      }),
    },
    {
      id: "amount",
      header: t("disputes.amount"),
      isNumber: true,
      cell: ({ amount, currency }) => formatInvoiceTotal(amount, currency, locale),
    },
  ];
}
