/** /master/impersonate: a master enters the reason to act as a user, and chooses one of the user's accounts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { createImpersonation } from "~/services/master/impersonation.server";
import { readUserAccounts } from "~/services/master/users.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { SignInAs } from "~/ui/master/sign-in-as";
import type { PageHandle } from "~/ui/use-page";

export const handle: PageHandle = { title: "common:title.impersonate", texts: ["master"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterSignInAs, async ({ app, viewer, url, locale }) => ({
    ...(await readUserAccounts(app.store, url.searchParams.get("user") ?? "", locale)),
    reauthentication: await readReauthentication(app.store, viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterSignInAs, {
    operation: createImpersonation,
    redirectTo: ({ token }) => paths.impersonateWith(token),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function SignInAsPage() {
  const person = useLoaderData<typeof loader>();
  return <SignInAs {...person} />;
}
