/** Tells the member who created a project where it is. */
import { ActionButton, Greeting, MailLayout, Paragraph } from "~/gateways/mail/templates/layout";
import type { Template } from "~/gateways/mail/mail-values";

export const projectCreated: Template<"project_created"> = {
  subject: ({ t, values }) => t("mail:project_created.subject", { project: values.project }),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:project_created.subject", { project: values.project })}
      preview={t("mail:project_created.intro", { project: values.project })}
      reason={t("mail:project_created.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>{t("mail:project_created.intro", { project: values.project })}</Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:project_created.button")} />
    </MailLayout>
  ),
};
