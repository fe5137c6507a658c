/** Confirms that a paid plan began: its trial, its seats, its price and the next payment. */
import { formatDate } from "~/domain/dates";
import { BillingMail, formatPrice, listPaymentFacts, listPlanFacts, type Fact } from "./billing-parts";
import { Facts, Note, Paragraph } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

type Props = TemplateProps<"subscription_started">;

export const subscriptionStarted: Template<"subscription_started"> = {
  subject: ({ t, values }) => t("mail:subscription_started.subject", { plan: values.plan }),
  body: (props) => {
    const { t, values } = props;
    const trial = formatTrial(props);
    const texts = {
      title: t("mail:subscription_started.title", { plan: values.plan }),
      preview: trial ?? formatPrice(props, values),
      button: t("mail:billing.button"),
      reason: t("mail:subscription_started.reason"),
    };
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>{t("mail:subscription_started.intro")}</Paragraph>
        <Facts rows={listFacts(props, trial)} />
        {trial !== null ? <Note>{t("mail:subscription_started.trial_note")}</Note> : null}
      </BillingMail>
    );
  },
};

/** "14 days free until 12/06/2026"; null without a trial. */
function formatTrial({ t, locale, values: { trialDays, chargedAt } }: Props): string | null {
  if (trialDays === 0 || chargedAt === null) return null;
  return t("mail:subscription_started.trial_days", { count: trialDays, date: formatDate(chargedAt, locale) });
}

function listFacts(props: Props, trial: string | null): Fact[] {
  const { t, values } = props;
  const name = trial === null ? t("mail:billing.next_payment") : t("mail:billing.first_payment");
  return [
    ...listPlanFacts(props, values),
    ...(trial === null ? [] : [[t("mail:billing.trial"), trial] satisfies Fact]),
    ...listPaymentFacts(props, { name, date: values.chargedAt, values }),
  ];
}
