/** The summary of an order: what is bought, what is due today, and what follows. */
import { getBalanceChange } from "~/domain/balance";
import { needsCard } from "~/domain/plans";
import { Skeleton } from "../kit/empty-state";
import { useTexts } from "../use-texts";
import { formatDueToday, formatTerms, isTrial, type Order } from "./order";
import { BalanceLine } from "./balance-line";
import { formatMinor, formatOrderedPlan, formatPrice } from "./plan-text";
import { PreviewLines } from "./preview-lines";

interface OrderSummaryProps {
  order: Order;
  /** The provider is calculating. */
  isLoading: boolean;
}

/** Announced by screen readers when the choice changes it. */
export function OrderSummary({ order, isLoading }: OrderSummaryProps) {
  const texts = useTexts("billing");
  const { t } = texts;
  const { plan, action, preview } = order;
  const due = formatDueToday(order, texts) ?? formatPrice(0, plan, texts);
  const hasLines = preview !== null && preview.lines.length > 0 && needsLines(order);
  return (
    <section
      aria-live="polite"
      aria-busy={isLoading}
      className="grid gap-3 rounded-card border border-line bg-sunken p-4"
    >
      <h2 className="text-control font-semibold">{t("checkout.summary")}</h2>
      <p className="tabular-nums">{formatOrderedPlan(plan, texts)}</p>
      {hasLines && !isLoading ? (
        <>
          <PreviewLines preview={preview} />
          <BalanceLine preview={preview} />
        </>
      ) : null}
      {preview && preview.discount > 0 && !hasLines && !isLoading ? (
        <SummaryLine
          name={t("preview.discount")}
          amount={formatMinor(-preview.discount, preview.currency, texts.locale)}
        />
      ) : null}
      {needsCard(plan) && action !== "resume" ? (
        <DueToday amount={action === "change" && !preview ? "–" : due} isLoading={isLoading} />
      ) : null}
      <p className="text-sm text-muted">{formatTerms(order, texts)}</p>
      {isTrial(order) ? <p className="text-sm text-muted">{t("checkout.cancel_anytime")}</p> : null}
    </section>
  );
}

/** Whether more than the plan's price counts, so that it takes lines to see what is due. */
function needsLines({ action, preview }: Order): boolean {
  if (action === "change") return true;
  return preview !== null && (preview.tax !== 0 || getBalanceChange(preview) !== null);
}

function DueToday({ amount, isLoading }: { amount: string; isLoading: boolean }) {
  const { t } = useTexts("billing");
  return (
    <div className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
      <span className="font-medium">{t("checkout.today")}</span>
      {isLoading ? (
        <Skeleton className="h-5 w-16" />
      ) : (
        <b className="text-xl font-semibold tabular-nums">{amount}</b>
      )}
    </div>
  );
}

function SummaryLine({ name, amount }: { name: string; amount: string }) {
  return (
    <p className="flex justify-between gap-3 text-sm">
      <span className="text-muted">{name}</span>
      <span className="tabular-nums">{amount}</span>
    </p>
  );
}
