/** /resetpassword: sets a new password by the link from an email. The link stays valid until the form is accepted. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { isResetLinkLive, resetPassword } from "~/services/identity/password-reset.server";
import { getRedirectAfterSignIn } from "~/services/sign-in/sign-in.server";
import { ActionForm } from "~/ui/form/action-form";
import { EmailField, PasswordField } from "~/ui/form/fields";
import { NewPasswordField } from "~/ui/form/new-password-field";
import { HiddenField } from "~/ui/form/hidden-field";
import { ButtonLink } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useHiddenQuery } from "~/ui/session/use-hidden-query";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.reset",
  description: "common:description.reset",
  texts: ["links"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.resetPassword, async ({ app, url }) => {
    const token = url.searchParams.get("token");
    return { token, isLive: token !== null && (await isResetLinkLive(app.store, token)) };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.resetPassword, {
    operation: resetPassword,
    redirectTo: (user) => getRedirectAfterSignIn(user),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function ResetPassword() {
  const { token, isLive } = useLoaderData<typeof loader>();
  useHiddenQuery();
  const { t } = useTexts("links");
  if (token === null) return <NoLink title={t("reset.missing_title")} text={t("reset.missing_text")} />;
  if (!isLive) return <NoLink title={t("reset.expired_title")} text={t("reset.expired_text")} />;
  return (
    <AuthLayout
      title={t("reset.title")}
      description={t("reset.description")}
      below={
        <>
          {t("reset.expired")} <TextLink to={paths.forgotPassword}>{t("mailed_link.again_expired")}</TextLink>
        </>
      }
    >
      <ActionForm
        // With the token, because without scripts the page with the errors has this URL.
        action={paths.resetPasswordWith(token)}
        schema={() => import("~/domain/forms/identity").then((forms) => forms.resetPasswordForm)}
        submitLabel={t("reset.submit")}
      >
        <HiddenField name="jwt" value={token} />
        <EmailField
          name="email"
          label={t("reset.email")}
          hint={t("reset.email_hint")}
          autoComplete="username"
        />
        <NewPasswordField name="password" label={t("reset.password")} />
        <PasswordField name="confirm_password" label={t("reset.confirm")} autoComplete="new-password" />
      </ActionForm>
    </AuthLayout>
  );
}

/** An invalid link: the page only offers to request another one. */
function NoLink({ title, text }: { title: string; text: string }) {
  const { t } = useTexts("links");
  return (
    <AuthLayout
      title={title}
      description={text}
      below={<TextLink to={paths.signIn}>{t("mailed_link.back")}</TextLink>}
    >
      <ButtonLink to={paths.forgotPassword} variant="primary" isBlock>
        {t("mailed_link.again_expired")}
      </ButtonLink>
    </AuthLayout>
  );
}
