/** The mails after a sign-up: the link that verifies the email, or the notice that the email has a user. */
import type { Template } from "../mail-values";
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";

/** The welcome mail with the link that verifies the email. */
export const verify: Template<"verify"> = {
  subject: ({ t }) => t("mail:verify.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
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

/** Tells the user that their email was used again, to sign up or for another account. The pages never reveal that. */
export const alreadyRegistered: Template<"already_registered"> = {
  subject: ({ t }) => t("mail:already_registered.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
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
