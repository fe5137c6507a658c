/** /master/events: what users do with the product, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseDayRange } from "~/domain/day-range";
import { ID_LENGTH } from "~/domain/limits";
import { parseSearchPosition } from "~/domain/paging";
import { toDisplayText } from "~/domain/text";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readEventChart } from "~/services/master/event-counts.server";
import { countRecentEvents, readTrackedEvents } from "~/services/master/tracked-events.server";
import type { PageHandle } from "~/ui/use-page";
import { EventList } from "~/ui/master/event-list";

export const handle: PageHandle = { title: "common:title.master_events", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterEvents, async ({ app, url: { searchParams } }) => {
    const [at, days] = [parseSearchPosition(searchParams), parseDayRange(searchParams)];
    const account = toDisplayText(searchParams.get("account") ?? "", ID_LENGTH);
    const [page, names, chart] = await Promise.all([
      readTrackedEvents(app.store, { ...at, ...days, account }),
      countRecentEvents(app.store),
      readEventChart(app.store, at.search === "" ? null : at.search),
    ]);
    return { ...page, names, chart, ...days, account, search: at.search };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Events() {
  return <EventList {...useLoaderData<typeof loader>()} />;
}
