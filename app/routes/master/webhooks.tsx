/** /master/webhooks: the payment provider's events, for masters. `?event=` shows the button that applies one again. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseDayRange } from "~/domain/day-range";
import { parsePagePosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readInboxLag, readWebhooks, replayWebhook } from "~/services/master/provider-events.server";
import type { PageHandle } from "~/ui/use-page";
import { ProviderEventList } from "~/ui/master/provider-event-list";

export const handle: PageHandle = { title: "common:title.webhooks", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterWebhooks, async ({ app, url: { searchParams: query } }) => {
    const status = query.get("status") ?? "";
    const event = query.get("event");
    const days = parseDayRange(query);
    const [page, lag] = await Promise.all([
      readWebhooks(app.store, { ...parsePagePosition(query), ...days, status }),
      readInboxLag(app.store),
    ]);
    return { ...page, ...days, status, event, lag };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterWebhooks, {
    operation: replayWebhook,
    redirectTo: () => paths.masterWebhooks,
    failTo: () => paths.masterWebhooks,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Webhooks() {
  return <ProviderEventList {...useLoaderData<typeof loader>()} />;
}
