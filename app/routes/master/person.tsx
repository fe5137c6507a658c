/** /master/people/details: a user, and what a master may do for them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { readMasterUser } from "~/services/master/users.server";
import { endPersonSessions, sendPersonVerification } from "~/services/master/user-acts.server";
import type { PageHandle } from "~/ui/use-page";
import { UserDetails } from "~/ui/master/user-details";

export const handle: PageHandle = { title: "common:title.master_person", texts: ["master", "data", "team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterPerson, async ({ app, viewer, url, locale }) => ({
    ...(await readMasterUser(app.store, url.searchParams.get("id") ?? "", locale)),
    reauthentication: await readReauthentication(app.store, viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterPerson, {
    verification: { operation: sendPersonVerification },
    sessions: { operation: endPersonSessions },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function UserPage() {
  return <UserDetails {...useLoaderData<typeof loader>()} />;
}
