/** Tells the user that a credential has changed, in case it was not them. */
import { ActionButton, Greeting, MailLayout, Note, Paragraph } from "./layout";
import type { MailTemplate, MailValues, Template, TemplateProps } from "../mail-values";

interface Texts {
  subject: string;
  preview: string;
  intro: string;
  /** The advice if it was not the user. */
  otherwise: string;
  button: string;
  reason: string;
}

type Notice = {
  [T in MailTemplate]: MailValues[T] extends { name: string; link: string } ? T : never;
}[MailTemplate];

export const twoFactorOn = createNoticeTemplate<"two_factor_on">(({ t }) => ({
  subject: t("mail:two_factor_on.subject"),
  preview: t("mail:two_factor_on.preview"),
  intro: t("mail:two_factor_on.intro"),
  otherwise: t("mail:two_factor_on.otherwise"),
  button: t("mail:two_factor_on.button"),
  reason: t("mail:two_factor_on.reason"),
}));

export const twoFactorOff = createNoticeTemplate<"two_factor_off">(({ t }) => ({
  subject: t("mail:two_factor_off.subject"),
  preview: t("mail:two_factor_off.preview"),
  intro: t("mail:two_factor_off.intro"),
  otherwise: t("mail:two_factor_off.otherwise"),
  button: t("mail:two_factor_off.button"),
  reason: t("mail:two_factor_off.reason"),
}));

export const backupCodeUsed = createNoticeTemplate<"backup_code_used">(({ t, values }) => ({
  subject: t("mail:backup_code_used.subject"),
  preview: t("mail:backup_code_used.left", { count: values.left }),
  intro: `${t("mail:backup_code_used.intro")} ${t("mail:backup_code_used.left", { count: values.left })}`,
  otherwise: t("mail:backup_code_used.otherwise"),
  button: t("mail:backup_code_used.button"),
  reason: t("mail:backup_code_used.reason"),
}));

export const passwordChanged = createNoticeTemplate<"password_changed">(({ t, values: { isFirst } }) => ({
  subject: t(isFirst ? "mail:password_changed.first_subject" : "mail:password_changed.subject"),
  preview: t("mail:password_changed.preview"),
  intro: t(isFirst ? "mail:password_changed.first_intro" : "mail:password_changed.intro"),
  otherwise: t("mail:password_changed.otherwise"),
  button: t("mail:password_changed.button"),
  reason: t("mail:password_changed.reason"),
}));

export const passkeyAdded = createNoticeTemplate<"passkey_added">(({ t, values: { passkey } }) => ({
  subject: t("mail:passkey_added.subject"),
  preview: t("mail:passkey_added.intro", { passkey }),
  intro: t("mail:passkey_added.intro", { passkey }),
  otherwise: t("mail:passkey_added.otherwise"),
  button: t("mail:passkey_added.button"),
  reason: t("mail:passkey_added.reason"),
}));

export const passkeyRemoved = createNoticeTemplate<"passkey_removed">(({ t, values: { passkey } }) => ({
  subject: t("mail:passkey_removed.subject"),
  preview: t("mail:passkey_removed.intro", { passkey }),
  intro: t("mail:passkey_removed.intro", { passkey }),
  otherwise: t("mail:passkey_removed.otherwise"),
  button: t("mail:passkey_added.button"),
  reason: t("mail:passkey_removed.reason"),
}));

export const passkeyCloned = createNoticeTemplate<"passkey_cloned">(({ t, values: { passkey } }) => ({
  subject: t("mail:passkey_cloned.subject"),
  preview: t("mail:passkey_cloned.intro", { passkey }),
  intro: t("mail:passkey_cloned.intro", { passkey }),
  otherwise: t("mail:passkey_cloned.otherwise"),
  button: t("mail:passkey_added.button"),
  reason: t("mail:passkey_cloned.reason"),
}));

export const setupReopened = createNoticeTemplate<"setup_reopened">(({ t }) => ({
  subject: t("mail:setup_reopened.subject"),
  preview: t("mail:setup_reopened.preview"),
  intro: t("mail:setup_reopened.intro"),
  otherwise: t("mail:setup_reopened.otherwise"),
  button: t("mail:setup_reopened.button"),
  reason: t("mail:setup_reopened.reason"),
}));

function createNoticeTemplate<T extends Notice>(getTexts: (props: TemplateProps<T>) => Texts): Template<T> {
  return {
    subject: (props) => getTexts(props).subject,
    body: (props) => {
      const { t, locale } = props;
      const { name, link }: { name: string; link: string } = props.values;
      const texts = getTexts(props);
      return (
        <MailLayout locale={locale} title={texts.subject} preview={texts.preview} reason={texts.reason}>
          <Greeting t={t} name={name} />
          <Paragraph>{texts.intro}</Paragraph>
          <Note>{texts.otherwise}</Note>
          <ActionButton t={t} href={link} label={texts.button} />
        </MailLayout>
      );
    },
  };
}
