/** /master/feedback: what users think of the product, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isRating } from "~/domain/feedback";
import { parsePagePosition } from "~/domain/paging";
import { handleLoader } from "~/http/loader.server";
import { countRecentRatings, readFeedback } from "~/services/support/feedback.server";
import type { PageHandle } from "~/ui/layout/use-page";
import { FeedbackList } from "~/ui/master/feedback-list";

export const handle: PageHandle = { title: "common:title.master", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/feedback", async ({ app, url: { searchParams: query } }) => {
    const given = query.get("rating");
    const rating = isRating(given) ? given : undefined;
    const [page, counts] = await Promise.all([
      readFeedback(app.store, { ...parsePagePosition(query), rating }),
      countRecentRatings(app.store),
    ]);
    return { ...page, counts, rating: rating ?? null };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Feedback() {
  return <FeedbackList {...useLoaderData<typeof loader>()} />;
}
