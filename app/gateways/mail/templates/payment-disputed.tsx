/** To the operators: a payment is disputed or may be a fraud, and until when they may answer. */
import { formatMoney } from "~/domain/money";
import type { Template, TemplateProps } from "../mail-values";
import { listDateFacts, type Fact } from "./billing-parts";
import { ActionButton, Facts, MailLayout, Paragraph } from "./layout";

export const paymentDisputed: Template<"payment_disputed"> = {
  subject: (props) =>
    props.t(`mail:payment_disputed.subject.${toNews(props)}`, { amount: formatAmount(props) }),
  body: (props) => {
    const { t, locale, values } = props;
    const news = toNews(props);
    const title = t(`mail:payment_disputed.subject.${news}`, { amount: formatAmount(props) });
    const intro = t(`mail:payment_disputed.intro.${news}`, { account: values.account });
    return (
      <MailLayout locale={locale} title={title} preview={intro} reason={t("mail:payment_disputed.reason")}>
        <Paragraph>{intro}</Paragraph>
        <Facts rows={listFacts(props)} />
        {values.hasEndedPlan ? <Paragraph>{t("mail:payment_disputed.plan_ended")}</Paragraph> : null}
        <ActionButton t={t} href={values.link} label={t("mail:payment_disputed.button")} />
      </MailLayout>
    );
  },
};

type Props = TemplateProps<"payment_disputed">;

/** A warning has no decision. */
function toNews({ values: { kind, outcome } }: Props) {
  if (kind === "fraud_warning") return outcome === "open" ? "warned" : "settled";
  return outcome === "open" ? "opened" : outcome;
}

function formatAmount({ locale, values }: Props): string {
  return formatMoney(values.amountMinor, values.currency, locale);
}

function listFacts(props: Props): Fact[] {
  const { t, values } = props;
  const { account, invoice, outcome, providerReason, respondBy } = values;
  return [
    [t("mail:payment_disputed.account"), account],
    [t("mail:billing.amount"), formatAmount(props)],
    ...(invoice === null ? [] : [[t("mail:payment_disputed.invoice"), invoice] satisfies Fact]),
    [t("mail:payment_disputed.provider_reason"), providerReason],
    // Once it is decided, no evidence is taken any more.
    ...(outcome === "open" ? listDateFacts(props, t("mail:payment_disputed.respond_by"), respondBy) : []),
  ];
}
