/** /signup/user?id=&email=: the page of an invitation's link. Opening it changes nothing. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { URL_ERROR_MAX_LENGTH } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { toDisplayText } from "~/domain/text";
import { handleAction, toSamePage } from "~/http/action.server";
import { listOfferedProviders } from "~/http/last-way.server";
import { handleLoader } from "~/http/loader.server";
import { readExpiredInvitation, requestInvite } from "~/services/team/expired-invitation.server";
import { acceptInvitation, createUser, readInvitation } from "~/services/team/invitation.server";
import { getRedirectAfterSignIn } from "~/services/sign-in/sign-in.server";
import { findSignUpRefusal } from "~/services/platform/site/site-rules.server";
import { IdentityProviderButtons, OrLine } from "~/ui/auth/identity-provider-buttons";
import { createLatePart } from "~/ui/kit/late-part";
import { Notice } from "~/ui/kit/notice";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useHiddenQuery } from "~/ui/session/use-hidden-query";
import { JoinForm } from "~/ui/team/join-form";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.join",
  description: "common:description.join",
  texts: ["team", "auth"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.join, async (context) => {
    const { app, viewer, url, locale } = context;
    const token = url.searchParams.get("id") ?? "";
    const email = toDisplayText(url.searchParams.get("email") ?? "", URL_ERROR_MAX_LENGTH);
    const invitation = await readInvitation(app, { token, email }, { viewer, locale });
    const refusal = invitation?.as === "new" ? findSignUpRefusal(app, { isInvited: true }) : null;
    return {
      token,
      email,
      invitation,
      expired: invitation ? null : await readExpiredInvitation(app, { token, email }, locale),
      refusal: refusal && context.translator.message(refusal),
      signedInAs: viewer?.user.email ?? null,
      providers: viewer ? [] : listOfferedProviders(context),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.join, {
    join: {
      operation: createUser,
      // An existing user enters only the password.
      toInput: (fields) => ({ name: fields.email, confirm_password: fields.password, ...fields }),
      redirectTo: (user) => getRedirectAfterSignIn(user),
    },
    accept: {
      operation: acceptInvitation,
      redirectTo: (user) => getRedirectAfterSignIn(user),
      failTo: () => paths.account,
    },
    ask: { operation: requestInvite, failTo: toSamePage(paths.join) },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

/** Few readers come that late. */
const ExpiredInvitation = createLatePart(() => import("~/ui/team/expired-invitation"));

export default function Join() {
  const { token, email, invitation, expired, refusal, signedInAs, providers } =
    useLoaderData<typeof loader>();
  useHiddenQuery();
  const { t } = useTexts("team");
  if (expired) return <ExpiredInvitation token={token} email={email} {...expired} />;
  if (!invitation) return <Gone />;
  const { account, inviter, permission } = invitation;
  return (
    <AuthLayout
      title={t("join.title", { account })}
      description={t("join.description", { inviter, role: t(`role.${permission}`) })}
    >
      {refusal === null ? (
        <JoinForm token={token} email={email} signedInAs={signedInAs} account={account} as={invitation.as} />
      ) : (
        <Notice tone="warn">{refusal}</Notice>
      )}
      {providers.length > 0 && refusal === null ? (
        <>
          <OrLine />
          <IdentityProviderButtons providers={providers} query={{ invite: token }} />
        </>
      ) : null}
    </AuthLayout>
  );
}

/** Shown for a used, a revoked and an invalid link alike, so that it reveals nothing. */
function Gone() {
  const { t } = useTexts("team");
  return (
    <AuthLayout
      title={t("join.gone_title")}
      below={<TextLink to={paths.signIn}>{t("join.to_sign_in")}</TextLink>}
    >
      <Notice tone="warn">{t("join.gone_text")}</Notice>
    </AuthLayout>
  );
}
