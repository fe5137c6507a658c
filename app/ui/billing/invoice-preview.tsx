/** The contents of the next invoice. */
import type { InvoicePreview } from "~/domain/billing";
import { formatDate } from "~/domain/dates";
import { Card, CardBody, CardHeader } from "../kit/card";
import { useTexts } from "../use-texts";
import { BalanceLine } from "./balance-line";
import { formatMinor } from "./plan-text";
import { PreviewLines } from "./preview-lines";

interface NextInvoiceProps {
  /** Null when nothing will be charged; undefined when the payment provider cannot be reached. */
  preview: InvoicePreview | null | undefined;
}

export function NextInvoice({ preview }: NextInvoiceProps) {
  const { t, locale } = useTexts("billing");
  if (!preview) {
    return (
      <Card id="next-invoice">
        <CardHeader
          title={t("preview.title")}
          description={preview === null ? t("preview.none") : t("errors.provider_away")}
        />
      </Card>
    );
  }
  const { currency, total, amount_due: due } = preview;
  return (
    <Card id="next-invoice">
      <CardHeader
        title={t("preview.title")}
        description={t("preview.description", { date: formatDate(preview.date, locale) })}
        actions={<b className="text-xl font-semibold tabular-nums">{formatMinor(due, currency, locale)}</b>}
      />
      <CardBody>
        <PreviewLines preview={preview} />
        <div className="mt-3 grid gap-1.5 border-t border-line pt-3 text-sm">
          <Sum name={t("preview.total")} amount={formatMinor(total, currency, locale)} />
          <BalanceLine preview={preview} />
          {due === total ? null : <Sum name={t("preview.due")} amount={formatMinor(due, currency, locale)} />}
        </div>
      </CardBody>
    </Card>
  );
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <p className="flex justify-between gap-4 font-medium">
      <span>{name}</span>
      <span className="tabular-nums">{amount}</span>
    </p>
  );
}
