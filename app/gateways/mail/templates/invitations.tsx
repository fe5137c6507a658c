/** The invitation to an account, and the notice that it was accepted. */
import type { Template, TemplateProps } from "../mail-values";
import { ActionButton, getStopLink, Greeting, isPlainName, MailLayout, Note, Paragraph } from "./layout";

/** Invites a reader to an account. The email is not verified yet, so the mail quotes little that other users wrote. */
export const invite: Template<"invite"> = {
  subject: (props) => getInviteTitle(props),
  body: (props) => {
    const { t, locale, values } = props;
    return (
      <MailLayout
        locale={locale}
        title={getInviteTitle(props)}
        preview={t("mail:invite.preview")}
        reason={t("mail:invite.reason")}
      >
        <Greeting t={t} name="" />
        <Paragraph>{getInviteIntro(props)}</Paragraph>
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
function getInviteTitle({ t, values: { inviter, account, isUnnamed } }: TemplateProps<"invite">): string {
  if (isUnnamed && isPlainName(inviter)) return t("mail:invite.title_unnamed", { inviter });
  return isPlainName(account) ? t("mail:invite.title", { account }) : t("mail:invite.title_nameless");
}

function getInviteIntro({ t, values: { inviter, account } }: TemplateProps<"invite">): string {
  if (!isPlainName(inviter) || !isPlainName(account)) return t("mail:invite.intro_nameless");
  // A new account has its owner's name until the owner changes it.
  if (inviter === account) return t("mail:invite.intro_own", { inviter });
  return t("mail:invite.intro", { inviter, account });
}

/** Tells the member who sent an invitation that it was accepted. */
export const inviteAccepted: Template<"invite_accepted"> = {
  subject: ({ t, values }) => t("mail:invite_accepted.subject", { email: values.email }),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:invite_accepted.title")}
      preview={t("mail:invite_accepted.preview", { email: values.email })}
      reason={t("mail:invite_accepted.reason")}
      stop={getStopLink({ t, values })}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>
        {t("mail:invite_accepted.intro", {
          member: values.member,
          email: values.email,
          account: values.account,
        })}
      </Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:invite_accepted.button")} />
    </MailLayout>
  ),
};

/** Tells the inviter, or the owner, that the reader of an expired invitation asks for a new one. */
export const inviteRequested: Template<"invite_requested"> = {
  subject: ({ t, values }) => t("mail:invite_requested.subject", { email: values.email }),
  body: ({ t, locale, values }) => (
    <MailLayout
      locale={locale}
      title={t("mail:invite_requested.title")}
      preview={t("mail:invite_requested.preview", { email: values.email })}
      reason={t("mail:invite_requested.reason")}
    >
      <Greeting t={t} name={values.name} />
      <Paragraph>
        {t("mail:invite_requested.intro", { email: values.email, account: values.account })}
      </Paragraph>
      <ActionButton t={t} href={values.link} label={t("mail:invite_requested.button")} />
    </MailLayout>
  ),
};
