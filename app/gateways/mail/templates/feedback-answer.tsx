/** The answer to feedback. A reply goes to the support email. */
import { Facts, MailLayout, Paragraph } from "./layout";
import { Quoted } from "./quoted";
import type { Template } from "../mail-values";

export const feedbackAnswer: Template<"feedback_answer"> = {
  subject: ({ t }) => t("mail:feedback_answer.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:feedback_answer.title", { name: values.name })}
      preview={values.answer}
      reason={t("mail:feedback_answer.reason")}
    >
      <Quoted>{values.answer}</Quoted>
      {values.comment === null ? null : (
        <Facts rows={[[t("mail:feedback_answer.comment"), values.comment]]} />
      )}
      <Paragraph>{t("mail:feedback_answer.reply")}</Paragraph>
    </MailLayout>
  ),
  headers: ({ supportEmail }) => ({ "Reply-To": supportEmail }),
};
