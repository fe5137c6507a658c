/** The form that requests a mail with a link, and the message afterwards, which is the same for every email. */
import { paths, type LinkRequestPath } from "~/domain/paths";
import { ActionForm } from "../form/action-form";
import { EmailField } from "../form/fields";
import { ButtonLink } from "../kit/button";
import { TextLink } from "../kit/text-link";
import { AuthLayout } from "../layout/auth-layout";
import { useTexts } from "../use-texts";
import { MailboxHint } from "./mailbox-hint";

interface LinkRequestProps {
  /** The path of this page, to request another mail. */
  path: LinkRequestPath;
  title: string;
  description: string;
  /** How long the link is valid. */
  lifeMinutes: number;
  /** The request was sent. */
  isSent: boolean;
  isMailLocal: boolean;
}

/** One field for the email; after it was sent, where to look for the mail. */
export function LinkRequest({ path, title, description, lifeMinutes, ...state }: LinkRequestProps) {
  const { t } = useTexts("links");
  return (
    <AuthLayout
      title={state.isSent ? t("mailed_link.sent_title") : title}
      description={state.isSent ? t("mailed_link.sent_text", { minutes: lifeMinutes }) : description}
      below={<TextLink to={paths.signIn}>{t("mailed_link.back")}</TextLink>}
    >
      {state.isSent ? (
        <SentHint path={path} isMailLocal={state.isMailLocal} />
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

/** Where to look for the mail, and the link to request another. */
function SentHint({ path, isMailLocal }: Pick<LinkRequestProps, "path" | "isMailLocal">) {
  const { t } = useTexts("links");
  return (
    <>
      <MailboxHint isMailLocal={isMailLocal} />
      <ButtonLink to={path} isBlock>
        {t("mailed_link.again")}
      </ButtonLink>
    </>
  );
}
