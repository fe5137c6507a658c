/** /master/site: the announcement, maintenance, and who may sign up, for masters. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import {
  readSite,
  removeAnnouncement,
  setAnnouncement,
  setMaintenance,
  setSignUps,
} from "~/services/support/site.server";
import { keepPage } from "~/ui/form/keep-page";
import type { PageHandle } from "~/ui/layout/use-page";
import { SitePage } from "~/ui/master/site-page";

export const handle: PageHandle = { title: "common:title.master", texts: ["master"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/site", ({ app }) => readSite(app.store));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/master/site", {
    announce: { operation: setAnnouncement },
    "remove-announcement": { operation: removeAnnouncement },
    maintenance: { operation: setMaintenance },
    "sign-ups": { operation: setSignUps },
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Site() {
  return <SitePage {...useLoaderData<typeof loader>()} />;
}
