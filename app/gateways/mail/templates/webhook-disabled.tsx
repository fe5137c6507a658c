/** Tells the owner that a webhook endpoint was turned off because its deliveries have failed for too long. */
import { formatDate } from "~/domain/dates";
import type { Template } from "../mail-values";
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";

export const webhookDisabled: Template<"webhook_disabled"> = {
  subject: ({ t, values }) => t("mail:webhook_disabled.subject", { server: values.server }),
  body: ({ t, locale, values }) => {
    const { account, server } = values;
    const date = formatDate(values.date, locale);
    return (
      <MailLayout
        locale={locale}
        title={t("mail:webhook_disabled.subject", { server })}
        preview={t("mail:webhook_disabled.preview", { date })}
        reason={t("mail:webhook_disabled.reason")}
      >
        <Greeting t={t} name={values.name} />
        <Paragraph>{t("mail:webhook_disabled.intro", { account, server, date })}</Paragraph>
        <Note>{t("mail:webhook_disabled.what")}</Note>
        <ActionButton t={t} href={values.link} label={t("mail:webhook_disabled.button")} />
      </MailLayout>
    );
  },
};
