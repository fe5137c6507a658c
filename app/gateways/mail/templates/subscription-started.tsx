/** Confirms that a paid plan began: its name and its price. */
import { formatMoney } from "~/domain/numbers";
import { ActionButton, Facts, Greeting, MailLayout, Paragraph } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

export const subscriptionStarted: Template<"subscription_started"> = {
  subject: ({ t, values }) => t("mail:subscription_started.subject", { plan: values.plan }),
  body: (props) => {
    const { t, locale, values } = props;
    return (
      <MailLayout
        locale={locale}
        title={t("mail:subscription_started.title", { plan: values.plan })}
        preview={formatPrice(props)}
        reason={t("mail:subscription_started.reason")}
      >
        <Greeting t={t} name={values.name} />
        <Paragraph>{t("mail:subscription_started.intro")}</Paragraph>
        <Facts
          rows={[
            [t("mail:subscription_started.plan"), values.plan],
            [t("mail:subscription_started.price"), formatPrice(props)],
          ]}
        />
        <ActionButton t={t} href={values.link} label={t("mail:subscription_started.button")} />
      </MailLayout>
    );
  },
};

/** "$48 per month". */
function formatPrice({ t, locale, values }: TemplateProps<"subscription_started">): string {
  const amount = formatMoney(values.amountMinor, values.currency, locale);
  return values.interval === "year"
    ? t("mail:subscription_started.per_year", { amount })
    : t("mail:subscription_started.per_month", { amount });
}
