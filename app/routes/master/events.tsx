/** /master/events: what users do with the product, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseSearchPosition } from "~/domain/paging";
import { handleLoader } from "~/http/loader.server";
import { countRecentEvents, readUsageEvents } from "~/services/support/usage-events.server";
import type { PageHandle } from "~/ui/layout/use-page";
import { EventList } from "~/ui/master/event-list";

export const handle: PageHandle = { title: "common:title.master", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/events", async ({ app, url: { searchParams } }) => {
    const at = parseSearchPosition(searchParams);
    const [page, counts] = await Promise.all([readUsageEvents(app.store, at), countRecentEvents(app.store)]);
    return { ...page, counts, search: at.search };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Events() {
  return <EventList {...useLoaderData<typeof loader>()} />;
}
