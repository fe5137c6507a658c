/** The mails about a transfer of the account: the offer to an admin, and the notice to both owners. */
import type { Template } from "../mail-values";
import { ActionButton, Greeting, MailLayout, Paragraph } from "./layout";

/** Tells an admin that the owner offers them the account. */
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

/** Tells the previous and the new owner who owns the account now. */
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
