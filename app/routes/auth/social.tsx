/**
 * /signin/social: the page after a provider's callback. Opening it changes nothing; the page posts the token of the pending
 * sign-in.
 */
import { getIdentityProviderName } from "~/services/platform/identity-provider-name.server";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormReply } from "~/domain/forms/reply";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { authenticateForm } from "~/http/authenticator.server";
import { handleLoader } from "~/http/loader.server";
import { readPendingToken, toSignInQuery } from "~/http/identity-providers.server";
import { getRedirectAfterSignIn, signIn } from "~/services/sign-in/sign-in.server";
import { findSignUpRefusal } from "~/services/platform/site/site-rules.server";
import { findIdentityProviderSignIn } from "~/services/sign-in/identity-provider-sign-in.server";
import { TokenForm } from "~/ui/auth/token-form";
import { ActionForm } from "~/ui/form/action-form";
import { EmailField } from "~/ui/form/fields";
import { isFault } from "~/ui/form/central-errors";
import { ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.social",
  description: "common:description.social",
  texts: ["auth"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.signInByIdentityProviderPage, async (context) => {
    const token = await readPendingToken(context, context.url.searchParams.get("token"));
    const next = toSafeRedirectPath(context.url.searchParams.get("next"), "");
    const found = token ? await findIdentityProviderSignIn(context, token) : null;
    const signIn = paths.signInWith(toSignInQuery(context.viewer, next));
    if (!found) return { step: "failed" as const, signIn, message: null };
    const { pendingSignIn, isKnown, needsEmail } = found;
    const refusal = isKnown
      ? null
      : findSignUpRefusal(context.app, { isInvited: pendingSignIn.invite !== undefined });
    if (refusal) return { step: "failed" as const, signIn, message: context.translator.message(refusal) };
    const isAsked = pendingSignIn.purpose === "sign_up" || pendingSignIn.invite !== undefined;
    const step = isKnown || (isAsked && !needsEmail) ? ("ready" as const) : ("newcomer" as const);
    const { provider, name } = pendingSignIn;
    const to = paths.signInByIdentityProvider(provider, { token, next });
    return {
      step,
      signIn,
      token,
      to,
      provider: getIdentityProviderName(context.app, provider),
      name,
      isAsked,
      needsEmail,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.signInByIdentityProviderPage, {
    operation: signIn,
    run: async ({ token }, { formData, ...context }) => {
      formData.set("token", await readPendingToken(context, token));
      // Only the token signs in here.
      formData.delete("password");
      return authenticateForm(formData, args);
    },
    redirectTo: (user, { url }) => getRedirectAfterSignIn(user, url.searchParams.get("next")),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function IdentityProviderPage() {
  const arrived = useLoaderData<typeof loader>();
  const sent = useActionData<FormReply>();
  const reply = isFault(sent) ? undefined : sent;
  const { t } = useTexts("auth");
  if (arrived.step === "failed" || (arrived.step === "ready" && reply?.ok === false)) {
    const refusal = arrived.step === "failed" ? arrived.message : null;
    return <Failed message={reply?.ok === false ? reply.message : refusal} signIn={arrived.signIn} />;
  }
  const { token, to, provider, name, isAsked, needsEmail } = arrived;
  if (arrived.step === "ready") {
    return (
      <AuthLayout title={t("social.back_title")} description={t("social.back", { provider })}>
        <TokenForm action={to} token={token} label={t("social.continue_in")} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={isAsked ? t("social.email_title") : t("social.newcomer_title")}
      description={
        isAsked ? t("social.email_text", { provider }) : t("social.newcomer_text", { provider, name })
      }
      below={<TextLink to={paths.signIn}>{t("social.to_sign_in")}</TextLink>}
    >
      <ActionForm
        action={to}
        submitLabel={t("social.create")}
        schema={
          needsEmail
            ? () =>
                import("~/domain/forms/identity-providers").then((forms) => forms.identityProviderEmailForm)
            : undefined
        }
      >
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="signup" value="true" />
        {needsEmail ? (
          <EmailField
            name="email"
            label={t("sign_up.email")}
            hint={t("social.email_hint")}
            autoComplete="email"
          />
        ) : null}
      </ActionForm>
      {isAsked ? null : (
        <p className="text-balance text-center text-sm text-muted">
          {t("social.have_account", { provider })}
        </p>
      )}
    </AuthLayout>
  );
}

/** The failure, with a button back to the sign-in page. `message` holds the details, when there are any. */
function Failed({ message, signIn }: { message: string | null; signIn: string }) {
  const { t } = useTexts("auth");
  return (
    <AuthLayout title={t("social.failed_title")}>
      <Notice tone="bad">{message ?? t("social.failed_text")}</Notice>
      <ButtonLink to={signIn} variant="primary" isBlock>
        {t("social.to_sign_in")}
      </ButtonLink>
    </AuthLayout>
  );
}
