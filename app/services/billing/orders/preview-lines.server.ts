/** The lines of a preview in the reader's language. */
import type { InvoicePreview } from "~/domain/billing";
import { formatGroupedNumber } from "~/domain/numbers";
import type { DraftLine, InvoiceDraft } from "~/gateways/payments/payment-types";
import { translator } from "~/i18n/translator.server";
import type { PlanRow } from "~/models/plan.server";
import type { Context } from "~/services/platform/operation.server";

type NamedPlan = Pick<PlanRow, "id" | "name" | "type">;

/** `plans`: those that a line may be about. A line about anything else keeps the provider's own words. */
export function toPreview(
  draft: InvoiceDraft | null,
  {
    context,
    plans,
    prorationDate = null,
  }: {
    context: Pick<Context, "locale">;
    plans: readonly (NamedPlan | null)[];
    prorationDate?: string | null;
  },
): InvoicePreview | null {
  if (!draft) return null;
  const { proratedAt: _, ...sums } = draft;
  const lines = draft.lines.map(({ subject, quantity, is_trial, ...line }) => ({
    ...line,
    description: describeLine({ subject, quantity, is_trial, ...line }, { locale: context.locale, plans }),
  }));
  return { ...sums, lines, proration_date: prorationDate };
}

function describeLine(
  line: DraftLine,
  { locale, plans }: { locale: string; plans: readonly (NamedPlan | null)[] },
): string {
  const { t } = translator(locale);
  const { subject, quantity } = line;
  if (subject.kind === "calls")
    return t("billing:preview_line.calls", { calls: formatGroupedNumber(quantity, locale) });
  const plan = subject.kind === "plan" ? plans.find((one) => one?.id === subject.planId) : null;
  if (!plan) return line.description;
  const what =
    plan.type === "seat"
      ? t("billing:preview_line.members", { count: quantity, plan: plan.name })
      : t("billing:preview_line.plan", { plan: plan.name });
  if (line.is_trial) return t("billing:preview_line.trial", { plan: what });
  if (!line.is_proration) return what;
  return line.amount < 0
    ? t("billing:preview_line.unused", { plan: what })
    : t("billing:preview_line.remaining", { plan: what });
}
