/** /master/impersonate: a master enters the reason to act as a user, and chooses one of the user's accounts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { createImpersonation } from "~/services/support/impersonation.server";
import { readPersonAccounts } from "~/services/support/people.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { keepPage } from "~/ui/form/keep-page";
import { SignInAs } from "~/ui/master/sign-in-as";
import type { PageHandle } from "~/ui/layout/use-page";

export const handle: PageHandle = { title: "common:title.impersonate", texts: ["master"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/impersonate", async ({ app, viewer, url, locale }) => ({
    ...(await readPersonAccounts(app.store, url.searchParams.get("user") ?? "", locale)),
    reauthentication: await readReauthentication(app.store, viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/master/impersonate", {
    operation: createImpersonation,
    redirectTo: ({ token }) => paths.impersonateWith(token),
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function SignInAsPage() {
  const person = useLoaderData<typeof loader>();
  return <SignInAs {...person} />;
}
