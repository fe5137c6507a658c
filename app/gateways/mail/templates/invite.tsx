/** Invites somebody to an account. It goes to addresses that nobody has proved yet, so it says little of others' words. */
import { ActionButton, Greeting, isPlainName, MailLayout, Note, Paragraph } from "./layout";
import type { Template, TemplateProps } from "./template";

export const invite: Template<"invite"> = {
  subject: (props) => titleOf(props),
  body: (props) => {
    const { t, locale, values } = props;
    return (
      <MailLayout
        locale={locale}
        title={titleOf(props)}
        preview={t("mail:invite.preview")}
        reason={t("mail:invite.reason")}
      >
        <Greeting t={t} name="" />
        <Paragraph>{introOf(props)}</Paragraph>
        <ActionButton t={t} href={values.link} label={t("mail:invite.button")} />
        <Note>{t("mail:invite.expiry", { count: values.days })}</Note>
      </MailLayout>
    );
  },
};

/** Names that a mail client would turn into links are left out: anybody can name an account and invite a stranger. */
function titleOf({ t, values: { account } }: TemplateProps<"invite">): string {
  return isPlainName(account) ? t("mail:invite.title", { account }) : t("mail:invite.title_nameless");
}

function introOf({ t, values: { inviter, account } }: TemplateProps<"invite">): string {
  if (!isPlainName(inviter) || !isPlainName(account)) return t("mail:invite.intro_nameless");
  // An account has its owner's name until they give it another.
  if (inviter === account) return t("mail:invite.intro_own", { inviter });
  return t("mail:invite.intro", { inviter, account });
}
