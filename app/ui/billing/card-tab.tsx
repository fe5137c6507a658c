/** The card that pays for the account, and the form that replaces it. */
import { useLocation } from "@remix-run/react";
import type { CardView } from "~/domain/billing";
import { ActionForm, SubmitButton } from "../form/action-form";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Icon } from "../kit/icon";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { CardBox, type CardBoxProps } from "./card-box";
import { formatBrand, formatExpiry } from "./plan-text";

export interface CardTabProps {
  card: CardView | null;
  provider: CardBoxProps;
  takesCards: boolean;
}

export function CardTab({ card, provider, takesCards }: CardTabProps) {
  const { t } = useTexts("billing");
  const { key: visit } = useLocation();
  return (
    <Card id="card">
      <CardHeader
        title={t("card_page.title")}
        description={card ? t("card_page.description") : t("card_page.none")}
      />
      <CardBody className="grid gap-6 md:grid-cols-2">
        {card ? <CardDisplay brand={card.brand} expires={formatExpiry(card)} last_four={card.last4} /> : null}
        {takesCards ? (
          <ActionForm intent="change-card" action="#card" className="content-start">
            {/* A change leads to the page again, with a new field: nothing of the card stays on the screen. */}
            <CardBox key={visit} {...provider} />
            <SubmitButton className="justify-self-start noscript:hidden">
              {card ? t("card_page.replace") : t("card_page.add")}
            </SubmitButton>
          </ActionForm>
        ) : (
          <Notice tone="warn">{t("errors.no_cards")}</Notice>
        )}
      </CardBody>
    </Card>
  );
}

export interface CardDisplayProps {
  /** As the payment provider names it: "visa". */
  brand: string;
  /** "12/34". */
  expires: string;
  last_four: string;
}

/** A card as it looks: brand, masked number, expiry and masked security code. */
export function CardDisplay({ brand, expires, last_four: last4 }: CardDisplayProps) {
  const { t } = useTexts("billing");
  return (
    <dl
      aria-label={t("card_page.title")}
      className="grid aspect-[1.7] w-full max-w-xs content-between rounded-card border border-line bg-sunken p-5"
    >
      <div className="flex items-center justify-between">
        <dt className="sr-only">{t("card_page.brand")}</dt>
        <dd className="text-lg font-semibold">{formatBrand(brand)}</dd>
        <Icon name="credit-card" className="size-6 text-muted" />
      </div>
      <div>
        <dt className="sr-only">{t("card_page.number")}</dt>
        <dd className="font-mono text-lg tracking-wide tabular-nums">
          <span aria-hidden>•••• •••• •••• </span>
          {last4}
        </dd>
      </div>
      <div className="flex gap-8">
        <div>
          <dt className="text-xs text-muted">{t("card_page.expires")}</dt>
          <dd className="tabular-nums">{expires}</dd>
        </div>
        <div>
          <dt className="text-xs text-muted">{t("card_page.cvv")}</dt>
          <dd>•••</dd>
        </div>
      </div>
    </dl>
  );
}
