/** /forgotpassword: requests a link that sets a new password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { minutes, TOKEN_LIVES_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { loadLinkRequest, submitLinkRequest } from "~/http/link-request.server";
import { requestPasswordReset } from "~/services/identity/password-reset.server";
import { LinkRequest } from "~/ui/auth/link-request";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.forgot",
  description: "common:description.forgot",
  texts: ["links"],
};

export const loader = (args: LoaderFunctionArgs) => loadLinkRequest(args, paths.forgotPassword);

export const action = (args: ActionFunctionArgs) =>
  submitLinkRequest(args, paths.forgotPassword, requestPasswordReset);

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
