/** The last mails: an account or a user was deleted. */
import { Greeting, MailLayout, Paragraph } from "./layout";
import type { Template, TemplateProps } from "../mail-values";

/** To the owner who closed the account. */
export const accountClosed: Template<"account_closed"> = {
  subject: ({ t, values }) => t("mail:account_closed.subject", { account: values.account }),
  body: (props) => {
    const { t, values } = props;
    return (
      <Closed
        {...props}
        title={t("mail:account_closed.title")}
        reason={t("mail:account_closed.reason")}
        paragraphs={[
          t("mail:account_closed.intro", { account: values.account }),
          values.isRemoved ? t("mail:account_closed.removed") : t("mail:account_closed.kept"),
        ]}
      />
    );
  },
};

/** To every other member of the account. */
export const accountClosedMember: Template<"account_closed_member"> = {
  subject: ({ t, values }) => t("mail:account_closed_member.subject", { account: values.account }),
  body: (props) => {
    const { t, values } = props;
    return (
      <Closed
        {...props}
        title={t("mail:account_closed_member.title")}
        reason={t("mail:account_closed_member.reason")}
        paragraphs={[
          t("mail:account_closed_member.intro", { account: values.account }),
          values.isRemoved ? t("mail:account_closed_member.removed") : t("mail:account_closed_member.kept"),
        ]}
      />
    );
  },
};

/** To everyone in an account that support has closed. */
export const accountClosedBySupport: Template<"account_closed_by_support"> = {
  subject: ({ t, values }) => t("mail:account_closed_by_support.subject", { account: values.account }),
  body: (props) => {
    const { t, values } = props;
    const { account, reason } = values;
    return (
      <Closed
        {...props}
        title={t("mail:account_closed_by_support.title")}
        reason={t("mail:account_closed_by_support.reason")}
        paragraphs={[
          t("mail:account_closed_by_support.intro", { account, reason }),
          values.isRemoved
            ? t("mail:account_closed_by_support.removed")
            : t("mail:account_closed_by_support.kept"),
        ]}
      />
    );
  },
};

/** To the user who closed their own user. */
export const userClosed: Template<"user_closed"> = {
  subject: ({ t }) => t("mail:user_closed.subject"),
  body: (props) => {
    const { t } = props;
    return (
      <Closed
        {...props}
        title={t("mail:user_closed.title")}
        reason={t("mail:user_closed.reason")}
        paragraphs={[t("mail:user_closed.intro"), t("mail:user_closed.unexpected")]}
      />
    );
  },
};

type ClosedProps = Pick<TemplateProps<"user_closed">, "t" | "locale" | "values"> & {
  title: string;
  reason: string;
  /** Paragraphs. A mail client also shows the first one next to the subject. */
  paragraphs: [string, string];
};

function Closed({ t, locale, values, title, reason, paragraphs }: ClosedProps) {
  return (
    <MailLayout locale={locale} title={title} preview={paragraphs[0]} reason={reason}>
      <Greeting t={t} name={values.name} />
      {paragraphs.map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
    </MailLayout>
  );
}
