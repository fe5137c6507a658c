/** Tells the owner that a smaller plan has fewer places than the account has members: a week before it begins, and when it has. */
import { formatDate } from "~/domain/dates";
import { BillingMail } from "./billing-parts";
import { Note, Paragraph } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

export const memberLimit: Template<"member_limit"> = {
  subject: (props) => getTexts(props).title,
  body: (props) => {
    const { t } = props;
    const { title, intro } = getTexts(props);
    const texts = {
      title,
      preview: intro,
      button: t("mail:member_limit.button"),
      reason: t("mail:member_limit.reason"),
    };
    return (
      <BillingMail {...props} texts={texts}>
        <Paragraph>{intro}</Paragraph>
        <Note>{t("mail:member_limit.ways")}</Note>
      </BillingMail>
    );
  },
};

function getTexts({ t, locale, values }: TemplateProps<"member_limit">): { title: string; intro: string } {
  const { account, plan, limit: count, members, startsAt } = values;
  const counts = { account, plan, count, members, beyond: members - count };
  if (startsAt === null)
    return { title: t("mail:member_limit.began", counts), intro: t("mail:member_limit.began_what", counts) };
  const date = formatDate(startsAt, locale);
  return {
    title: t("mail:member_limit.soon", { ...counts, date }),
    intro: t("mail:member_limit.soon_what", { ...counts, date }),
  };
}
