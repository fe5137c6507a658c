/** The card that pays for the account, and the form that replaces it. */
import { useLocation } from "@remix-run/react";
import type { CardView } from "~/domain/billing";
import { ActionForm, SubmitButton } from "../form/action-form";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { CardBox, type CardBoxProps } from "./card-box";
import { CardDisplay } from "./card-display";
import { formatExpiry } from "./plan-text";

interface CardTabProps {
  card: CardView | null;
  provider: CardBoxProps;
  takesCards: boolean;
}

export function CardTab({ card, provider, takesCards }: CardTabProps) {
  const { t } = useTexts("billing");
  const { key: visit, hash } = useLocation();
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
            <CardBox key={visit} {...provider} hasFocus={hash === "#card"} />
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
