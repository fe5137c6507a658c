/** The welcome mail with the link that verifies the email. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const verify: Template<"verify"> = {
  subject: ({ t }) => t("mail:verify.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      t={t}
      locale={locale}
      title={t("mail:verify.title")}
      preview={t("mail:verify.preview")}
      reason={t("mail:verify.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:verify.intro")}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:verify.button")} />
      <Note>{t("mail:verify.expiry", { count: values.hours })}</Note>
    </MailLayout>
  ),
};
