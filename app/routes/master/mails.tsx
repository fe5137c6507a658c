/** /master/mails: the emails that have not been sent, for masters. `?mail=` shows the button that sends one again. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isUnsentState } from "~/domain/mails";
import { parsePagePosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readUnsentMails, retryMails } from "~/services/master/mails.server";
import type { PageHandle } from "~/ui/use-page";
import { MailList } from "~/ui/master/mail-list";

export const handle: PageHandle = { title: "common:title.mail", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterMails, async ({ app, url: { searchParams: query } }) => {
    const given = query.get("tab");
    const status = isUnsentState(given) ? given : "dead";
    const page = await readUnsentMails(app.store, { ...parsePagePosition(query), status });
    return { ...page, status, chosen: query.get("mail") };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterMails, {
    operation: retryMails,
    redirectTo: () => paths.masterMails,
    failTo: () => paths.masterMails,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Mails() {
  return <MailList {...useLoaderData<typeof loader>()} />;
}
