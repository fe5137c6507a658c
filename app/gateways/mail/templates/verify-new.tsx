/** The link that verifies a new email before it replaces the old one. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const verifyNew: Template<"verify_new"> = {
  subject: ({ t }) => t("mail:verify_new.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      t={t}
      locale={locale}
      title={t("mail:verify_new.title")}
      preview={t("mail:verify_new.preview")}
      reason={t("mail:verify_new.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:verify_new.intro")}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:verify_new.button")} />
      <Note>{t("mail:verify_new.expiry", { count: values.hours })}</Note>
    </MailLayout>
  ),
};
