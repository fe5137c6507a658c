/** Tells the user that a link from a mail set a new password, and what to do if it was not them. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const passwordReset: Template<"password_reset"> = {
  subject: ({ t }) => t("mail:password_reset.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      t={t}
      locale={locale}
      title={t("mail:password_reset.title")}
      preview={t("mail:password_reset.preview")}
      reason={t("mail:password_reset.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:password_reset.intro")}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:password_reset.button")} />
      <Note>{t("mail:password_reset.protect")}</Note>
    </MailLayout>
  ),
};
