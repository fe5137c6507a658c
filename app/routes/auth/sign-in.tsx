/** / and /signin: signing in. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { getPathAfterSignIn } from "~/domain/guard";
import { findPasskeyObstacle } from "~/domain/passkeys";
import { URL_ERROR_MAX_LENGTH } from "~/domain/limits";
import { SIGN_IN_ERRORS } from "~/domain/identity-providers";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { toDisplayText } from "~/domain/text";
import { handleAction } from "~/http/action.server";
import { authenticateForm } from "~/http/authenticator.server";
import { listOfferedProviders } from "~/http/last-way.server";
import { handleLoader } from "~/http/loader.server";
import { readSignInReturn } from "~/http/return-path.server";
import type { Translator } from "~/i18n/translator.server";
import { signInByPasskey } from "~/services/identity/passkey-sign-in.server";
import { runOperation } from "~/services/platform/operation.server";
import { getRedirectAfterSignIn, signIn } from "~/services/sign-in/sign-in.server";
import { IdentityProviderButtons, OrLine } from "~/ui/auth/identity-provider-buttons";
import { ActionForm } from "~/ui/form/action-form";
import { EmailField, PasswordField } from "~/ui/form/fields";
import { ButtonLink } from "~/ui/kit/button";
import { Icon } from "~/ui/kit/icon";
import { Notice } from "~/ui/kit/notice";
import { TextLink } from "~/ui/kit/text-link";
import { PasskeySignIn } from "~/ui/passkeys/passkey-sign-in";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { showToast } from "~/ui/toast/toast";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.sign_in",
  description: "common:description.sign_in",
  texts: ["auth"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.signIn, (context) => {
    const { viewer, url, translator } = context;
    const isRequested = url.searchParams.has("again") || url.searchParams.has("error");
    if (viewer && !isRequested)
      throw redirect(
        toSafeRedirectPath(url.searchParams.get("next"), getPathAfterSignIn(viewer.accessState)),
      );
    const { next, hasEnded } = readSignInReturn(context);
    const { appUrl } = context.app.config;
    return {
      next,
      hasEnded,
      error: toShownError(url, translator),
      providers: listOfferedProviders(context),
      passkeys: findPasskeyObstacle(appUrl) ? null : { appUrl },
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.signIn, {
    operation: signIn,
    run: (fields, context) =>
      "passkey" in fields
        ? runOperation(signInByPasskey, { response: fields.passkey }, context)
        : authenticateForm(context.formData, args),
    redirectTo: (user, _context, { next }) => getRedirectAfterSignIn(user, next),
  });

/** Shows the error of the query string: a known error of a provider translated, any other as plain text. */
function toShownError(url: URL, { t }: Translator): string {
  const error = url.searchParams.get("error") ?? "";
  const known = SIGN_IN_ERRORS.find((name) => name === error);
  return known ? t(`auth:sign_in.error.${known}`) : toDisplayText(error, URL_ERROR_MAX_LENGTH);
}

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function SignIn() {
  const { next, hasEnded, error, providers, passkeys } = useLoaderData<typeof loader>();
  const { t } = useTexts("auth");
  return (
    <AuthLayout
      title={t("sign_in.title")}
      description={t("sign_in.description")}
      notice={
        <>
          {hasEnded ? <Notice tone="accent">{t("sign_in.ended")}</Notice> : null}
          {error ? <SignInError title={t("sign_in.failed")} text={error} /> : null}
        </>
      }
      below={
        <>
          {t("sign_in.no_account")} <TextLink to={paths.signUp}>{t("sign_in.create")}</TextLink>
        </>
      }
    >
      <ActionForm
        action={paths.signIn}
        schema={() => import("~/domain/forms/identity").then((forms) => forms.signInForm)}
        submitLabel={t("sign_in.submit")}
      >
        <input type="hidden" name="next" value={next} />
        <EmailField
          name="email"
          label={t("sign_in.email")}
          autoComplete={passkeys ? "username webauthn" : "username"}
        />
        <PasswordField
          name="password"
          label={t("sign_in.password")}
          autoComplete="current-password"
          aside={
            <TextLink to={paths.forgotPassword} className="text-sm">
              {t("sign_in.forgot")}
            </TextLink>
          }
        />
      </ActionForm>
      <OtherWays>{passkeys ? <PasskeySignIn next={next} {...passkeys} /> : null}</OtherWays>
      <IdentityProviderButtons providers={providers} query={{ next: next || undefined }} />
    </AuthLayout>
  );
}

/** The error of the query string, in the page and as a toast that stays until the user closes it or leaves the page. */
function SignInError({ title, text }: { title: string; text: string }) {
  useEffect(() => {
    const toast = showToast({ title, description: text, variant: "error", isLasting: true });
    return () => toast.dismiss();
  }, [title, text]);
  return (
    <Notice tone="bad" title={title}>
      {text}
    </Notice>
  );
}

/** The ways to sign in without a password. */
function OtherWays({ children }: { children: ReactNode }) {
  const { t } = useTexts("auth");
  return (
    <>
      <OrLine />
      {children}
      <ButtonLink to={paths.signInByMail} isBlock>
        <Icon name="mail" />
        {t("sign_in.by_mail")}
      </ButtonLink>
    </>
  );
}
