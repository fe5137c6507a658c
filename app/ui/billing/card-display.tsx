/** The card on file, as it looks. */
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";
import { formatBrand } from "./plan-text";

interface CardDisplayProps {
  /** As the payment provider names it: "visa". */
  brand: string;
  /** "12/34". */
  expires: string;
  last_four: string;
}

/** Brand, masked number, expiry and masked security code. */
export function CardDisplay({ brand, expires, last_four: last4 }: CardDisplayProps) {
  const { t } = useTexts("billing");
  return (
    <dl
      aria-label={t("card_page.title")}
      className="grid aspect-[1.7] w-full max-w-xs content-between rounded-card border border-line bg-sunken p-5"
    >
      <div>
        <dt className="sr-only">{t("card_page.brand")}</dt>
        <dd className="flex items-center justify-between text-lg font-semibold">
          {formatBrand(brand)}
          <Icon name="credit-card" className="size-6 text-muted" />
        </dd>
      </div>
      <div>
        <dt className="sr-only">{t("card_page.number")}</dt>
        <dd className="font-mono text-lg tracking-wide tabular-nums">
          <span aria-hidden>•••• •••• •••• </span>
          {last4}
        </dd>
      </div>
      <div className="grid auto-cols-max grid-flow-col grid-rows-2 gap-x-8">
        <dt className="text-xs text-muted">{t("card_page.expires")}</dt>
        <dd className="tabular-nums">{expires}</dd>
        <dt className="text-xs text-muted">{t("card_page.cvv")}</dt>
        <dd>•••</dd>
      </div>
    </dl>
  );
}
