/** Tells the former and the new owner who owns the account now. */
import { ActionButton, Greeting, MailLayout, Paragraph } from "./layout";
import type { Template } from "./template";

export const ownershipTaken: Template<"ownership_taken"> = {
  subject: ({ t }) => t("mail:ownership_taken.subject"),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:ownership_taken.subject")}
      preview={t("mail:ownership_taken.preview", { account: values.account })}
      reason={t("mail:ownership_taken.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>
        {t("mail:ownership_taken.intro", { owner: values.owner, account: values.account })}
      </Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:ownership_taken.button")} />
    </MailLayout>
  ),
};
