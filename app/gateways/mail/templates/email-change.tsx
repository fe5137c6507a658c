/** The mails about a change of the email: the link to the new one, and notices to the current and the previous one. */
import type { Template } from "../mail-values";
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";

/** The link that verifies a new email before it replaces the old one. */
export const verifyNew: Template<"verify_new"> = {
  subject: ({ t }) => t("mail:verify_new.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
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

/** Tells the current email that a new one is to replace it, while the user can still prevent it. */
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

/** Tells the previous email that a new one has replaced it. */
export const emailChanged: Template<"email_changed"> = {
  subject: ({ t }) => t("mail:email_changed.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
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
