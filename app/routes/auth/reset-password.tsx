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
import { keepPage } from "~/ui/form/keep-page";
import { ButtonLink } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import { useRoot, type PageHandle } from "~/ui/layout/use-page";
import { useHiddenQuery } from "~/ui/session/use-hidden-query";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.reset",
  description: "common:description.reset",
  texts: ["auth"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/resetpassword", async ({ app, url }) => {
    const token = url.searchParams.get("token");
    return { token, isLive: token !== null && (await isResetLinkLive(app.store, token)) };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/resetpassword", {
    operation: resetPassword,
    redirectTo: (user) => getRedirectAfterSignIn(user),
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function ResetPassword() {
  const { token, isLive } = useLoaderData<typeof loader>();
  const { locale } = useRoot();
  useHiddenQuery();
  const { t } = useTexts("auth");
  if (token === null) return <NoLink title={t("reset.missing_title")} text={t("reset.missing_text")} />;
  if (!isLive) return <NoLink title={t("reset.expired_title")} text={t("reset.expired_text")} />;
  return (
    <AuthLayout
      locale={locale}
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
  const { locale } = useRoot();
  const { t } = useTexts("auth");
  return (
    <AuthLayout
      locale={locale}
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
