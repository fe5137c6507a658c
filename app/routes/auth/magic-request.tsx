/** /signin/magic: requests a link that signs in. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { minutes, TOKEN_LIVES_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { loadLinkRequest, submitLinkRequest } from "~/http/link-request.server";
import { requestMagicLink } from "~/services/identity/magic-link.server";
import { LinkRequest } from "~/ui/auth/link-request";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.magic",
  description: "common:description.magic",
  texts: ["links"],
};

export const loader = (args: LoaderFunctionArgs) => loadLinkRequest(args, paths.signInByMail);

export const action = (args: ActionFunctionArgs) =>
  submitLinkRequest(args, paths.signInByMail, requestMagicLink);

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function MagicRequest() {
  const state = useLoaderData<typeof loader>();
  const { t } = useTexts("links");
  return (
    <LinkRequest
      {...state}
      path={paths.signInByMail}
      title={t("magic_request.title")}
      description={t("magic_request.description")}
      lifeMinutes={TOKEN_LIVES_MS.magic / minutes(1)}
    />
  );
}
