/** Tells the former email that a new one has replaced it. */
import { Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const emailChanged: Template<"email_changed"> = {
  subject: ({ t }) => t("mail:email_changed.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      t={t}
      locale={locale}
      title={t("mail:email_changed.title")}
      preview={t("mail:email_changed.preview")}
      reason={t("mail:email_changed.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:email_changed.intro", { email: values.newEmail })}</Paragraph>
      <Note>{t("mail:email_changed.protect", { email: values.supportEmail })}</Note>
    </MailLayout>
  ),
};
