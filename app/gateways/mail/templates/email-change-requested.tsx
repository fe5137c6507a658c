/** Tells the current email that a new one is to replace it, while the user can still prevent it. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const emailChangeAsked: Template<"email_change_asked"> = {
  subject: ({ t }) => t("mail:email_change_asked.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:email_change_asked.title")}
      preview={t("mail:email_change_asked.preview")}
      reason={t("mail:email_change_asked.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:email_change_asked.intro", { email: values.newEmail })}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:email_change_asked.button")} />
      <Note>{t("mail:email_change_asked.protect")}</Note>
    </MailLayout>
  ),
};
