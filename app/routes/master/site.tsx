/** /master/site: the announcement, maintenance, and who may sign up, for masters. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import {
  readSite,
  removeAnnouncement,
  setAnnouncement,
  setMaintenance,
  setSignUps,
} from "~/services/master/site.server";
import type { PageHandle } from "~/ui/use-page";
import { SitePage } from "~/ui/master/site-page";

export const handle: PageHandle = { title: "common:title.master_site", texts: ["master"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterSite, ({ app }) => readSite(app.store));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterSite, {
    announce: { operation: setAnnouncement },
    "remove-announcement": { operation: removeAnnouncement },
    maintenance: { operation: setMaintenance },
    "sign-ups": { operation: setSignUps },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Site() {
  return <SitePage {...useLoaderData<typeof loader>()} />;
}
