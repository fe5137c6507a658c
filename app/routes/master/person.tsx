/** /master/people/details: a person, and what a master may do for them. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { readPerson } from "~/services/support/people.server";
import { endPersonSessions, sendPersonVerification } from "~/services/support/person-acts.server";
import { keepPage } from "~/ui/form/keep-page";
import type { PageHandle } from "~/ui/layout/use-page";
import { PersonDetails } from "~/ui/master/person-details";

export const handle: PageHandle = { title: "common:title.master_person", texts: ["master", "data", "team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/people/details", async ({ app, viewer, url, locale }) => ({
    ...(await readPerson(app.store, url.searchParams.get("id") ?? "", locale)),
    reauthentication: await readReauthentication(app.store, viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/master/people/details", {
    verification: { operation: sendPersonVerification },
    sessions: { operation: endPersonSessions },
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function PersonPage() {
  return <PersonDetails {...useLoaderData<typeof loader>()} />;
}
