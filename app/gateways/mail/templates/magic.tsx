/** The link that signs the user in. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const magic: Template<"magic"> = {
  subject: ({ t }) => t("mail:magic.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      t={t}
      locale={locale}
      title={t("mail:magic.title")}
      preview={t("mail:magic.preview")}
      reason={t("mail:magic.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:magic.intro")}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:magic.button")} />
      <Note>{t("mail:magic.expiry", { count: values.minutes })}</Note>
    </MailLayout>
  ),
};
