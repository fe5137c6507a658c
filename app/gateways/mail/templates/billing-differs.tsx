/** Tells an operator that accounts differ from the payment provider, and are not repaired by themselves. */
import type { Template } from "../mail-values";
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import { Quoted } from "./quoted";

export const billingDiffers: Template<"billing_differs"> = {
  subject: ({ t, values: { count } }) => t("mail:billing_differs.subject", { count }),
  body: ({ t, locale, values: { name, count, differences, link } }) => {
    const more = count - differences.length;
    return (
      <MailLayout
        locale={locale}
        title={t("mail:billing_differs.title")}
        preview={differences[0] ?? ""}
        reason={t("mail:billing_differs.reason")}
      >
        <Greeting t={t} name={name} />
        <Paragraph>{t("mail:billing_differs.intro")}</Paragraph>
        <Quoted>{differences.join("\n")}</Quoted>
        {more > 0 ? <Paragraph>{t("mail:billing_differs.more", { count: more })}</Paragraph> : null}
        <Note>{t("mail:billing_differs.what")}</Note>
        <ActionButton t={t} href={link} label={t("mail:billing_differs.button")} />
      </MailLayout>
    );
  },
};
