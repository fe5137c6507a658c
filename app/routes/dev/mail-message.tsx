/** /dev/mail/:id: one of the stored emails. `?as=text` shows its text version. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { getDevMail } from "~/services/platform/mail/dev-mail.server";
import { MailView } from "~/ui/dev-mail/mail-view";
import type { PageHandle } from "~/ui/use-page";

export const handle: PageHandle = { title: "common:title.mail", texts: ["dev"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.devMailDetails, (context) => getDevMail(context, context.params.id ?? ""));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function MailMessage() {
  const mail = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return <MailView mail={mail} isText={search.get("as") === "text"} />;
}
