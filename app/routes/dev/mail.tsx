/** /dev/mail: the emails that were written to files instead of being sent. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { listDevMails } from "~/services/platform/mail/dev-mail.server";
import { MailList } from "~/ui/dev-mail/mail-list";
import type { PageHandle } from "~/ui/use-page";

export const handle: PageHandle = { title: "common:title.mail", texts: ["dev"] };

export const loader = (args: LoaderFunctionArgs) => handleLoader(args, paths.devMail, listDevMails);

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Mail() {
  return <MailList mails={useLoaderData<typeof loader>()} />;
}
