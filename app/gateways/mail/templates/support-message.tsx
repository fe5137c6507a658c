/** The contact form of /help, as the support team receives it. A reply goes to the user who wrote it. */
import { NAME_MAX_LENGTH } from "~/domain/limits";
import { toDisplayText } from "~/domain/text";
import { Facts, MailLayout } from "./layout";
import { Quoted } from "./quoted";
import type { Template } from "../mail-values";

export const supportMessage: Template<"support_message"> = {
  subject: ({ t, values }) =>
    t("mail:support_message.subject", { name: toDisplayText(values.name, NAME_MAX_LENGTH) }),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:support_message.title")}
      preview={values.message}
      reason={t("mail:support_message.reason")}
    >
      <Facts
        rows={[
          [t("mail:support_message.name"), values.name],
          [t("mail:support_message.email"), values.email],
        ]}
      />
      <Quoted>{values.message}</Quoted>
    </MailLayout>
  ),
  headers: ({ email }) => ({ "Reply-To": email }),
};
