/** /master/feedback: what users think of the product, for masters. `?feedback=` shows the form that answers one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseDayRange } from "~/domain/day-range";
import { isRating } from "~/domain/feedback";
import { parsePagePosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { answerFeedback } from "~/services/master/answer-feedback.server";
import { countRecentRatings, findListedFeedback, readFeedback } from "~/services/master/feedback.server";
import type { PageHandle } from "~/ui/use-page";
import { FeedbackList } from "~/ui/master/feedback-list";

export const handle: PageHandle = { title: "common:title.feedback", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterFeedback, async ({ app, url: { searchParams: query } }) => {
    const given = query.get("rating");
    const rating = isRating(given) ? given : undefined;
    const [days, id] = [parseDayRange(query), query.get("feedback")];
    const [page, counts, chosen] = await Promise.all([
      readFeedback(app.store, { ...parsePagePosition(query), ...days, rating }),
      countRecentRatings(app.store),
      id === null ? null : findListedFeedback(app.store, id),
    ]);
    return { ...page, counts, ...days, rating: rating ?? null, chosen };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterFeedback, { operation: answerFeedback });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Feedback() {
  return <FeedbackList {...useLoaderData<typeof loader>()} />;
}
