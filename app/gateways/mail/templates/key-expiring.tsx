/** Tells who is responsible for an API key that it ends soon, while there is time to replace it. */
import { formatDate } from "~/domain/dates";
import type { Template } from "../mail-values";
import { ActionButton, Facts, Greeting, MailLayout, Note, Paragraph } from "./layout";

export const keyExpiring: Template<"key_expiring"> = {
  subject: ({ t, values }) => t("mail:key_expiring.subject", { key: values.key }),
  body: ({ t, locale, values }) => {
    const date = formatDate(values.date, locale);
    return (
      <MailLayout
        locale={locale}
        title={t("mail:key_expiring.subject", { key: values.key })}
        preview={t("mail:key_expiring.preview", { date })}
        reason={t("mail:key_expiring.reason")}
      >
        <Greeting t={t} name={values.name} />
        <Paragraph>
          {t("mail:key_expiring.intro", { key: values.key, account: values.account, date })}
        </Paragraph>
        <Facts
          rows={[
            [t("mail:key_expiring.key"), values.hint],
            [t("mail:key_expiring.date"), date],
          ]}
        />
        <Note>{t("mail:key_expiring.what")}</Note>
        <ActionButton t={t} href={values.link} label={t("mail:key_expiring.button")} />
      </MailLayout>
    );
  },
};
