/** Confirms a payment, with the invoice as a file or, when it could not be fetched, as a link. */
import { formatDate } from "~/domain/dates";
import { formatMoney } from "~/domain/money";
import { BillingMail, type Fact } from "./billing-parts";
import { Facts, Paragraph, UrlLink } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

type Props = TemplateProps<"receipt">;

export const receipt: Template<"receipt"> = {
  subject: (props) => props.t("mail:receipt.subject", { amount: formatAmount(props) }),
  body: (props) => {
    const { t, values } = props;
    const intro = t("mail:receipt.intro", { amount: formatAmount(props) });
    const texts = {
      title: t("mail:receipt.title"),
      preview: intro,
      button: t("mail:receipt.button"),
      reason: t("mail:receipt.reason"),
    };
    const numberFacts: Fact[] = values.number ? [[t("mail:receipt.number"), values.number]] : [];
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>{intro}</Paragraph>
        <Facts
          rows={[
            ...numberFacts,
            [t("mail:receipt.date"), formatDate(values.date, props.locale)],
            [t("mail:billing.amount"), formatAmount(props)],
          ]}
        />
        <Invoice {...props} />
      </BillingMail>
    );
  },
};

function Invoice({ t, values, hasFile }: Props) {
  if (hasFile) return <Paragraph>{t("mail:receipt.attached")}</Paragraph>;
  if (values.pdfUrl === null) return null;
  return (
    <Paragraph>
      {t("mail:receipt.linked")}
      <br />
      <UrlLink href={values.pdfUrl} />
    </Paragraph>
  );
}

function formatAmount({ locale, values }: Props): string {
  return formatMoney(values.amountMinor, values.currency, locale);
}
