/** The pages that request a mailed link: one that signs in, and one that sets a new password. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { paths, type LinkRequestPath } from "~/domain/paths";
import type { defineLinkRequest } from "~/services/identity/mailed-links.server";
import { canReadMails } from "~/services/platform/mail/dev-mail.server";
import { handleAction } from "./action.server";
import { handleLoader } from "./loader.server";

/** Guards `page` and returns whether its mail was sent, and whether the visitor can read it on this machine. */
export function loadLinkRequest(args: LoaderFunctionArgs, page: LinkRequestPath) {
  return handleLoader(args, page, (context) => ({
    isSent: context.url.searchParams.has("sent"),
    isMailLocal: canReadMails(context),
  }));
}

/** Guards `page`, requests the mail, and shows the page as sent. Its message is the page's own, so no toast repeats it. */
export function submitLinkRequest(
  args: ActionFunctionArgs,
  page: LinkRequestPath,
  operation: ReturnType<typeof defineLinkRequest>,
) {
  return handleAction(args, page, { operation, redirectTo: () => paths.linkSent(page), isQuiet: true });
}
