/** An account's disputed payments and fraud warnings, in the provider's words, which its dashboard has too. */
import { useMemo } from "react";
import { formatDate } from "~/domain/dates";
import type { DisputeOutcome, DisputeView } from "~/domain/disputes";
import type { TranslateFile } from "~/domain/message-keys";
import { formatMoney } from "~/domain/money";
import type { Tone } from "../kit/badge";
import { Section } from "../kit/card";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";

/** Wider than the forms below it: the table has many columns. */
export default function AccountDisputes({ disputes }: { disputes: readonly DisputeView[] }) {
  const { t, locale } = useTexts("master");
  const columns = useMemo(() => createColumns(t, locale), [t, locale]);
  return (
    <Section>
      <ServerTable title={t("disputes.title")} rows={disputes} columns={columns} server={{}} />
      <p className="mt-2 text-sm text-muted">{t("disputes.hint")}</p>
    </Section>
  );
}

const TONES: Record<DisputeOutcome, Tone> = { open: "warn", won: "good", lost: "bad" };

function createColumns(t: TranslateFile<"master">, locale: string): TableColumn<DisputeView>[] {
  return [
    {
      id: "date",
      header: t("disputes.date"),
      cell: ({ date }) => ({ kind: "day", label: formatDate(date, locale) }),
    },
    { id: "kind", header: t("disputes.kind"), cell: ({ kind }) => t(`disputes.kinds.${kind}`) },
    { id: "invoice", header: t("disputes.invoice"), isMinor: true, cell: ({ invoice }) => invoice ?? "–" },
    { id: "reason", header: t("disputes.reason"), cell: ({ reason }) => reason },
    {
      id: "status",
      header: t("disputes.status"),
      cell: ({ status, outcome }) => ({ kind: "badge", label: status, tone: TONES[outcome] }),
    },
    {
      id: "respond_by",
      header: t("disputes.respond_by"),
      cell: ({ respond_by: until, outcome }) =>
        until === null || outcome !== "open" ? "–" : { kind: "day", label: formatDate(until, locale) },
    },
    {
      id: "plan",
      header: t("disputes.plan"),
      cell: ({ has_ended_plan: hasEnded }) =>
        hasEnded ? t("disputes.plan_ended") : t("disputes.plan_stays"),
    },
    {
      id: "amount",
      header: t("disputes.amount"),
      isNumber: true,
      cell: ({ amount, currency }) => formatMoney(amount, currency, locale),
    },
  ];
}
