/** Asking for a mail with a link, and what is said afterwards: the same for every address. */
import { useTranslation } from "react-i18next";
import type { Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { ActionForm } from "../form/action-form";
import { EmailField } from "../form/fields";
import { ButtonLink } from "../kit/button";
import { TextLink } from "../kit/text-link";
import { AuthLayout } from "../layout/auth-layout";
import { MailboxHint } from "./mailbox-hint";

export interface LinkRequestProps {
  locale: Locale;
  /** The page itself, for another mail. */
  path: string;
  title: string;
  description: string;
  /** How long the link works. */
  lifeMinutes: number;
  /** The form has been sent. */
  isSent: boolean;
  isMailLocal: boolean;
}

/** One field for the address; then where to look for the mail. */
export function LinkRequest({ locale, path, title, description, lifeMinutes, ...state }: LinkRequestProps) {
  const { t } = useTranslation("auth");
  return (
    <AuthLayout
      locale={locale}
      title={state.isSent ? t("mailed_link.sent_title") : title}
      description={state.isSent ? t("mailed_link.sent_text", { minutes: lifeMinutes }) : description}
      below={<TextLink to={paths.signIn}>{t("mailed_link.back")}</TextLink>}
    >
      {state.isSent ? (
        <>
          <MailboxHint isMailLocal={state.isMailLocal} />
          <ButtonLink to={path} isBlock>
            {t("mailed_link.again")}
          </ButtonLink>
        </>
      ) : (
        <ActionForm
          schema={() => import("~/domain/forms/identity").then((forms) => forms.emailAddressForm)}
          submitLabel={t("mailed_link.submit")}
        >
          <EmailField name="email" label={t("mailed_link.email")} autoComplete="username" />
        </ActionForm>
      )}
    </AuthLayout>
  );
}
