/** /signup: creates an account and its owner. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getPathAfterSignIn } from "~/domain/guard";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { listOfferedProviders } from "~/http/last-way.server";
import { handleLoader } from "~/http/loader.server";
import { getRedirectAfterSignIn } from "~/services/sign-in/sign-in.server";
import { findSignUpRefusal } from "~/services/platform/site/site-rules.server";
import { createAccount } from "~/services/identity/sign-up.server";
import {
  IdentityProviderButtons,
  OrLine,
  type IdentityProviderButtonsProps,
} from "~/ui/auth/identity-provider-buttons";
import { LegalLinks } from "~/ui/auth/legal-links";
import { ActionForm } from "~/ui/form/action-form";
import { EmailField, PasswordField, TextField } from "~/ui/form/fields";
import { NewPasswordField } from "~/ui/form/new-password-field";
import { Notice } from "~/ui/kit/notice";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.sign_up",
  description: "common:description.sign_up",
  texts: ["auth"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.signUp, (context) => {
    const { viewer } = context;
    if (viewer) throw redirect(getPathAfterSignIn(viewer.accessState));
    const refusal = findSignUpRefusal(context.app, { isInvited: false });
    return {
      providers: listOfferedProviders(context),
      refusal: refusal && context.translator.message(refusal),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.signUp, {
    operation: createAccount,
    redirectTo: (user) => getRedirectAfterSignIn(user),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function SignUp() {
  const { providers, refusal } = useLoaderData<typeof loader>();
  const { t } = useTexts("auth");
  return (
    <AuthLayout
      title={t("sign_up.title")}
      description={refusal === null ? t("sign_up.description") : undefined}
      below={
        <>
          {t("sign_up.have_account")} <TextLink to={paths.signIn}>{t("sign_up.sign_in")}</TextLink>
        </>
      }
    >
      {refusal === null ? <SignUpForm providers={providers} /> : <Notice tone="warn">{refusal}</Notice>}
    </AuthLayout>
  );
}

function SignUpForm({ providers }: IdentityProviderButtonsProps) {
  const { t } = useTexts("auth");
  return (
    <>
      <ActionForm
        schema={() => import("~/domain/forms/identity").then((forms) => forms.signUpForm)}
        submitLabel={t("sign_up.submit")}
      >
        <TextField name="name" label={t("sign_up.name")} autoComplete="name" />
        <EmailField name="email" label={t("sign_up.email")} autoComplete="email" />
        <NewPasswordField name="password" label={t("sign_up.password")} />
        <PasswordField name="confirm_password" label={t("sign_up.confirm")} autoComplete="new-password" />
      </ActionForm>
      <LegalLinks />
      <OrLine />
      <IdentityProviderButtons providers={providers} query={{ signup: 1 }} />
    </>
  );
}
