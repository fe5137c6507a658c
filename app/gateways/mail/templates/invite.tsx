/** Invites a reader to an account. The email is not verified yet, so the mail quotes little that other users wrote. */
import { ActionButton, Greeting, isPlainName, MailLayout, Note, Paragraph } from "./layout";
import type { Template, TemplateProps } from "./template";

export const invite: Template<"invite"> = {
  subject: (props) => getTitle(props),
  body: (props) => {
    const { t, locale, values } = props;
    return (
      <MailLayout
        locale={locale}
        title={getTitle(props)}
        preview={t("mail:invite.preview")}
        reason={t("mail:invite.reason")}
      >
        <Greeting t={t} name="" />
        <Paragraph>{getIntro(props)}</Paragraph>
        <ActionButton t={t} href={values.link} label={t("mail:invite.button")} />
        <Note>{t("mail:invite.expiry", { count: values.days })}</Note>
      </MailLayout>
    );
  },
};

/**
 * Leaves out a name that a mail client would turn into a link, because any user can name an account and
 * invite a stranger.
 */
function getTitle({ t, values: { account } }: TemplateProps<"invite">): string {
  return isPlainName(account) ? t("mail:invite.title", { account }) : t("mail:invite.title_nameless");
}

function getIntro({ t, values: { inviter, account } }: TemplateProps<"invite">): string {
  if (!isPlainName(inviter) || !isPlainName(account)) return t("mail:invite.intro_nameless");
  // A new account has its owner's name until the owner changes it.
  if (inviter === account) return t("mail:invite.intro_own", { inviter });
  return t("mail:invite.intro", { inviter, account });
}
