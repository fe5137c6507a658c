/** Tells the owner which card pays from now on. */
import { BillingMail, formatCard } from "./billing-parts";
import { Facts, Note, Paragraph } from "./layout";
import type { Template } from "../mail-values";

export const cardUpdated: Template<"card_updated"> = {
  subject: ({ t }) => t("mail:card_updated.subject"),
  body: (props) => {
    const { t, values } = props;
    const card = formatCard(props, values.card);
    const texts = {
      title: t("mail:card_updated.subject"),
      preview: card,
      button: t("mail:card_updated.button"),
      reason: t("mail:card_updated.reason"),
    };
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>{t("mail:card_updated.intro")}</Paragraph>
        <Facts
          rows={[
            [t("mail:billing.card"), card],
            [t("mail:card_updated.expires"), formatExpiry(values)],
          ]}
        />
        <Note>{t("mail:card_updated.not_you")}</Note>
      </BillingMail>
    );
  },
};

/** "04/2030". */
function formatExpiry({ expMonth, expYear }: { expMonth: number; expYear: number }): string {
  return `${String(expMonth).padStart(2, "0")}/${expYear}`;
}
