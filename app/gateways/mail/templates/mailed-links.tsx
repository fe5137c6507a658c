/** The links that sign the user in or set a new password, and the notice that a password was set by such a link. */
import type { Template } from "../mail-values";
import { ActionButton, Greeting, MailLayout, Note, Paragraph, UrlLink } from "./layout";

/** The link that signs the user in. */
export const magic: Template<"magic"> = {
  subject: ({ t }) => t("mail:magic.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
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

/** The link that sets a new password. */
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

/** Tells the user that a link from a mail set a new password, and what to do if it was not them. */
export const passwordReset: Template<"password_reset"> = {
  subject: ({ t }) => t("mail:password_reset.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:password_reset.title")}
      preview={t("mail:password_reset.preview")}
      reason={t("mail:password_reset.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:password_reset.intro")}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:password_reset.button")} />
      <Note>{t("mail:password_reset.protect")}</Note>
      {values.securityLink !== undefined && values.remaining.length > 0 ? (
        <Note>
          {t("mail:password_reset.remaining", { ways: values.remaining.join(", ") })}
          <br />
          <UrlLink href={values.securityLink} />
        </Note>
      ) : null}
    </MailLayout>
  ),
};
