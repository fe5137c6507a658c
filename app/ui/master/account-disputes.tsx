/** An account's disputed payments and fraud warnings, in the provider's words, which its dashboard has too. */
import { useMemo } from "react";
import { formatDate } from "~/domain/dates";
import type { DisputeOutcome, DisputeView } from "~/domain/disputes";
import type { TranslateFile } from "~/domain/message-keys";
import { formatInvoiceTotal } from "../billing/plan-text";
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
    <Section className="mb-6">
      <ServerTable title={t("disputes.title")} rows={disputes} columns={columns} server={{}} />
      {disputes.map((dispute) => (
        <Deadline key={dispute.id} dispute={dispute} />
      ))}
      <p className="mt-2 text-sm text-muted">{t("disputes.hint")}</p>
    </Section>
  );
}

/** On a phone, where the table has no room for it. */
function Deadline({ dispute }: { dispute: DisputeView }) {
  const { t, locale } = useTexts("master");
  const until = findDeadline(dispute);
  if (until === null) return null;
  const amount = formatInvoiceTotal(dispute.amount, dispute.currency, locale);
  const text = t("disputes.respond_by_date", { amount, date: formatDate(until, locale) });
  return <p className="mt-2 text-sm font-medium md:hidden">{text}</p>;
}

/** The last day for evidence, while the dispute is open. */
function findDeadline({ respond_by: until, outcome }: DisputeView): string | null {
  return outcome === "open" ? until : null;
}

const TONES: Record<DisputeOutcome, Tone> = { open: "warn", won: "good", lost: "bad" };

function createColumns(t: TranslateFile<"master">, locale: string): TableColumn<DisputeView>[] {
  return [
    {
      id: "kind",
      header: t("disputes.kind"),
      cell: ({ kind, date }) => ({
        kind: "code",
        label: t(`disputes.kinds.${kind}`),
        detail: formatDate(date, locale),
      }),
    },
    { id: "invoice", header: t("disputes.invoice"), isMinor: true, cell: ({ invoice }) => invoice ?? "–" },
    { id: "reason", header: t("disputes.reason"), isMinor: true, cell: ({ reason }) => reason },
    {
      id: "status",
      header: t("disputes.status"),
      cell: ({ status, outcome }) => ({ kind: "badge", label: status, tone: TONES[outcome] }),
    },
    {
      id: "respond_by",
      header: t("disputes.respond_by"),
      isMinor: true,
      cell: (dispute) => {
        const until = findDeadline(dispute);
        return until === null ? "–" : { kind: "day", label: formatDate(until, locale) };
      },
    },
    {
      id: "plan",
      header: t("disputes.plan"),
      isMinor: true,
      cell: ({ has_ended_plan: hasEnded }) =>
        hasEnded ? t("disputes.plan_ended") : t("disputes.plan_stays"),
    },
    {
      id: "amount",
      header: t("disputes.amount"),
      isNumber: true,
      cell: ({ amount, currency }) => formatInvoiceTotal(amount, currency, locale),
    },
  ];
}
