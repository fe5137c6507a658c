/** A payment that failed, that its owner must authorize, or whose failure has ended the subscription. */
import { formatDate } from "~/domain/dates";
import { formatMoney } from "~/domain/money";
import { BillingMail, formatCard, listDateFacts, type Fact } from "./billing-parts";
import { Facts, Paragraph } from "./layout";
import type { MailValues, Template, TemplateProps } from "../mail-values";

export const paymentFailed: Template<"payment_failed"> = {
  subject: (props) => props.t("mail:payment_failed.subject", { amount: formatAmount(props) }),
  body: (props) => {
    const { t, values } = props;
    const { card, declineReason, retryAt } = values;
    const texts = {
      title: t("mail:payment_failed.title"),
      preview: formatFailure(props),
      button: t("mail:payment_failed.button"),
      reason: t("mail:payment_failed.reason"),
    };
    const cardFacts: Fact[] = card ? [[t("mail:billing.card"), formatCard(props, card)]] : [];
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>
          {formatFailure(props)} {declineReason ? t(`mail:payment_failed.why.${declineReason}`) : null}
        </Paragraph>
        <Facts
          rows={[
            [t("mail:billing.amount"), formatAmount(props)],
            ...cardFacts,
            ...listDateFacts(props, t("mail:payment_failed.retry"), retryAt),
          ]}
        />
        <Paragraph>
          {retryAt
            ? t("mail:payment_failed.retry_note", { date: formatDate(retryAt, props.locale) })
            : t("mail:payment_failed.last_note")}
        </Paragraph>
      </BillingMail>
    );
  },
};

export const paymentAction: Template<"payment_action"> = {
  subject: (props) => props.t("mail:payment_action.subject", { amount: formatAmount(props) }),
  body: (props) => {
    const { t } = props;
    const amount = formatAmount(props);
    const texts = {
      title: t("mail:payment_action.title"),
      preview: t("mail:payment_action.intro", { amount }),
      button: t("mail:payment_action.button"),
      reason: t("mail:payment_action.reason"),
    };
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>{t("mail:payment_action.intro", { amount })}</Paragraph>
        <Facts rows={[[t("mail:billing.amount"), amount]]} />
        <Paragraph>{t("mail:payment_action.note")}</Paragraph>
      </BillingMail>
    );
  },
};

export const subscriptionEnded: Template<"subscription_ended"> = {
  subject: ({ t, values }) => t("mail:subscription_ended.subject", { plan: values.plan }),
  body: (props) => {
    const { t, values } = props;
    const { plan, cause } = values;
    const intro =
      cause === "dispute"
        ? t("mail:subscription_ended.intro_dispute", { plan })
        : t("mail:subscription_ended.intro", { plan });
    const texts = {
      title: t("mail:subscription_ended.subject", { plan }),
      preview: intro,
      button: t("mail:subscription_ended.button"),
      reason: t("mail:subscription_ended.reason"),
    };
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>{intro}</Paragraph>
        <Paragraph>{t("mail:subscription_ended.note")}</Paragraph>
      </BillingMail>
    );
  },
};

function formatAmount({ locale, values }: TemplateProps<"payment_failed" | "payment_action">): string {
  const { amountMinor, currency }: Pick<MailValues["payment_action"], "amountMinor" | "currency"> = values;
  return formatMoney(amountMinor, currency, locale);
}

function formatFailure(props: TemplateProps<"payment_failed">): string {
  const { t, values } = props;
  const amount = formatAmount(props);
  return values.card
    ? t("mail:payment_failed.intro_card", { amount, card: formatCard(props, values.card) })
    : t("mail:payment_failed.intro", { amount });
}
