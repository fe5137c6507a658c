/** The link that sets a new password. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "./template";

export const reset: Template<"reset"> = {
  subject: ({ t }) => t("mail:reset.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:reset.title")}
      preview={t("mail:reset.preview")}
      reason={t("mail:reset.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:reset.intro")}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:reset.button")} />
      <Note>{t("mail:reset.expiry", { count: values.minutes })}</Note>
    </MailLayout>
  ),
};
