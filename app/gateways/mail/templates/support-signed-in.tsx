/** Tells the user that support has signed in as them: who, when and why, and where to end it. */
import { formatDateTime } from "~/domain/dates";
import { ActionButton, Facts, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { Template } from "../mail-values";

export const supportSignedIn: Template<"support_signed_in"> = {
  subject: ({ t }) => t("mail:support_signed_in.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:support_signed_in.title")}
      preview={values.reason}
      reason={t("mail:support_signed_in.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:support_signed_in.intro")}</Paragraph>
      <Facts
        rows={[
          [t("mail:support_signed_in.who"), values.support],
          [t("mail:support_signed_in.when"), `${formatDateTime(values.at, locale)} UTC`],
          [t("mail:support_signed_in.why"), values.reason],
        ]}
      />
      <ActionButton t={t} href={values.link} label={t("mail:support_signed_in.button")} />
      <Note>{t("mail:support_signed_in.note")}</Note>
    </MailLayout>
  ),
};
