/** Tells an admin that the owner offers them the account. */
import { ActionButton, Greeting, MailLayout, Paragraph } from "./layout";
import type { Template } from "./template";

export const ownershipOffered: Template<"ownership_offered"> = {
  subject: ({ t }) => t("mail:ownership_offered.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:ownership_offered.subject")}
      preview={t("mail:ownership_offered.preview", { account: values.account })}
      reason={t("mail:ownership_offered.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>
        {t("mail:ownership_offered.intro", { owner: values.owner, account: values.account })}
      </Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:ownership_offered.button")} />
    </MailLayout>
  ),
};
