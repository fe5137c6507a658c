/**
 * Tells the user that their email was used again, to sign up or for another account. The pages never reveal that.
 */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const alreadyRegistered: Template<"already_registered"> = {
  subject: ({ t }) => t("mail:already_registered.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      t={t}
      locale={locale}
      title={t("mail:already_registered.title")}
      preview={t("mail:already_registered.preview")}
      reason={t("mail:already_registered.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:already_registered.intro")}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:already_registered.button")} />
      <Note>{t("mail:already_registered.ignore")}</Note>
    </MailLayout>
  ),
};
