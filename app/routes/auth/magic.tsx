/** /magic: signs in by the link from an email. Opening the link changes nothing; the page posts its token. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { signInByMagicLink } from "~/services/identity/magic-link.server";
import { getRedirectAfterSignIn } from "~/services/sign-in/sign-in.server";
import { TokenForm } from "~/ui/auth/token-form";
import { isFault } from "~/ui/form/central-errors";
import { ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.magic",
  description: "common:description.magic",
  texts: ["links"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.magic, ({ viewer, url, translator }) => ({
    token: url.searchParams.get("token"),
    invalid: translator.message("errors:magic_link_invalid"),
    signedIn: viewer && { name: viewer.user.name, email: viewer.user.email },
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.magic, {
    operation: signInByMagicLink,
    redirectTo: (user) => getRedirectAfterSignIn(user),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Magic() {
  const { token, invalid, signedIn } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { t } = useTexts("links");
  const failure = token === null ? invalid : isFault(reply) ? undefined : reply?.message;
  return (
    <AuthLayout
      title={failure === undefined ? t("magic.title") : t("magic.failed_title")}
      description={failure === undefined ? t("magic.description") : undefined}
      notice={failure === undefined ? null : <Notice tone="bad">{failure}</Notice>}
      below={<TextLink to={paths.signIn}>{t("mailed_link.back")}</TextLink>}
    >
      {token !== null && failure === undefined ? (
        <>
          {/* A link to another user must not replace the session unasked. */}
          {signedIn ? <Notice tone="warn">{t("magic.signed_in", signedIn)}</Notice> : null}
          <TokenForm
            action={paths.magic}
            token={token}
            label={t("magic.submit")}
            isAsking={signedIn !== null}
          />
        </>
      ) : (
        <ButtonLink to={paths.signInByMail} variant="primary" isBlock>
          {t("mailed_link.again_expired")}
        </ButtonLink>
      )}
    </AuthLayout>
  );
}
