/** Tells the owner before the first payment: what is charged, when, to which card, and how to cancel. */
import { formatDate } from "~/domain/dates";
import { formatMoney } from "~/domain/money";
import { BillingMail, formatCard, listDateFacts, listPlanFacts, type Fact } from "./billing-parts";
import { Facts, Note, Paragraph } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

export const trialEnding: Template<"trial_ending"> = {
  subject: ({ t, locale, values }) =>
    t("mail:trial_ending.subject", { date: formatDate(values.date, locale) }),
  body: (props) => {
    const { t, locale, values } = props;
    const { plan, card } = values;
    const date = formatDate(values.date, locale);
    const payment = formatPayment(props);
    const texts = {
      title: t("mail:trial_ending.subject", { date }),
      preview: payment,
      button: card ? t("mail:billing.button") : t("mail:trial_ending.add_card"),
      reason: t("mail:trial_ending.reason"),
    };
    const cardFacts: Fact[] = card ? [[t("mail:billing.card"), formatCard(props, card)]] : [];
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>
          {t("mail:trial_ending.intro", { plan, date })} {payment}
        </Paragraph>
        <Facts
          rows={[
            ...listPlanFacts(props, values),
            ...listDateFacts(props, t("mail:billing.first_payment"), values.date),
            ...cardFacts,
          ]}
        />
        <Note>{t("mail:trial_ending.cancel", { date })}</Note>
      </BillingMail>
    );
  },
};

/** Says what happens to the card on that day. */
function formatPayment(props: TemplateProps<"trial_ending">): string {
  const { t, locale, values } = props;
  const amount = formatMoney(values.nextPaymentMinor ?? values.amountMinor, values.currency, locale);
  return values.card
    ? t("mail:trial_ending.charge", { amount, card: formatCard(props, values.card) })
    : t("mail:trial_ending.no_card", { amount });
}
