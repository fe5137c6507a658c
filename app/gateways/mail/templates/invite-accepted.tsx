/** Tells the member who sent an invitation that it was accepted. */
import { ActionButton, Greeting, MailLayout, Paragraph } from "./layout";
import type { Template } from "./template";

export const inviteAccepted: Template<"invite_accepted"> = {
  subject: ({ t, values }) => t("mail:invite_accepted.subject", { email: values.email }),
  body: ({ t, locale, values }) => (
    <MailLayout
      t={t}
      locale={locale}
      title={t("mail:invite_accepted.title")}
      preview={t("mail:invite_accepted.preview", { email: values.email })}
      reason={t("mail:invite_accepted.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>
        {t("mail:invite_accepted.intro", {
          member: values.member,
          email: values.email,
          account: values.account,
        })}
      </Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:invite_accepted.button")} />
    </MailLayout>
  ),
};
