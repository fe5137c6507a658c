/** A change of plan that waits for the card holder's confirmation: which card pays until then, and which one afterwards. */
import type { CardView } from "~/domain/billing";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import type { CardBoxProps } from "./card-box";
import { formatBrand } from "./plan-text";
import { AuthorizeForm } from "./subscription-banner";

interface PendingChangeProps {
  change: {
    /** The name of the plan. */
    plan: string;
    /** Null when the change is charged to the card on file. */
    newCard: CardView | null;
    /** The card on file. */
    card: CardView | null;
  };
  /** The payment provider, which asks the card holder. */
  provider: CardBoxProps;
}

export function PendingChangeNotice({ change, provider }: PendingChangeProps) {
  const { t } = useTexts("billing");
  const { plan, newCard, card } = change;
  const format = ({ brand, last4 }: CardView) => t("card_page.ending", { brand: formatBrand(brand), last4 });
  return (
    <Notice
      tone="warn"
      title={t("pending.title", { plan })}
      action={<AuthorizeForm provider={provider} hasRefresh={false} />}
    >
      {newCard === null ? t("pending.same_card") : null}
      {newCard && card ? t("pending.new_card", { card: format(newCard), previous: format(card) }) : null}
      {newCard && !card ? t("pending.first_card", { card: format(newCard) }) : null}
    </Notice>
  );
}
