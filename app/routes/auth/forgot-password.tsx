/** /forgotpassword: requests a link that sets a new password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { minutes, TOKEN_LIVES_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { canReadMails } from "~/services/platform/mail/dev-mail.server";
import { requestPasswordReset } from "~/services/identity/password-reset.server";
import { LinkRequest } from "~/ui/auth/link-request";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.forgot",
  description: "common:description.forgot",
  texts: ["links"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.forgotPassword, (context) => ({
    isSent: context.url.searchParams.has("sent"),
    isMailLocal: canReadMails(context),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.forgotPassword, {
    operation: requestPasswordReset,
    redirectTo: () => paths.forgotPasswordSent,
    isQuiet: true,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function ForgotPassword() {
  const state = useLoaderData<typeof loader>();
  const { t } = useTexts("links");
  return (
    <LinkRequest
      {...state}
      path={paths.forgotPassword}
      title={t("forgot.title")}
      description={t("forgot.description")}
      lifeMinutes={TOKEN_LIVES_MS.reset / minutes(1)}
    />
  );
}
