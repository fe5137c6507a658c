/** The contact form of /help, as the support team receives it. A reply goes to the user who wrote it. */
import { Fragment } from "react";
import { NAME_MAX_LENGTH } from "~/domain/limits";
import { toDisplayText } from "~/domain/text";
import { Facts, MailLayout, Paragraph } from "./layout";
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

/** A text as the user typed it, line by line. */
function Quoted({ children }: { children: string }) {
  return (
    <Paragraph>
      {children.split(/\r\n|\r|\n/).map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Paragraph>
  );
}
