/** Feedback: users give it from every page, and masters read it. */
import { z } from "zod";
import { RATINGS, isRating, type Rating } from "~/domain/feedback";
import { feedbackForm } from "~/domain/forms/feedback";
import { feedbackListForm } from "~/domain/forms/master";
import { FEEDBACK_COUNTED_MS } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { FEEDBACK_LIMITS } from "~/domain/rate-limits";
import { countRatings, createFeedback, listFeedback, type FeedbackRow } from "~/models/feedback.server";
import type { Store } from "~/models/store/store";
import { listUsers, type UserRow } from "~/models/user.server";
import { defineOperation, requireViewer } from "../platform/operation.server";

const feedbackShape = z.object({
  id: z.string(),
  rating: z.enum(RATINGS),
  comment: z.string().nullable(),
  /** Who gave it. */
  user: z.object({ name: z.string(), email: z.string() }).nullable(),
  date: z.iso.datetime(),
});
export type ListedFeedback = z.infer<typeof feedbackShape>;

const feedbackPageShape = z.object({
  feedback: z.array(feedbackShape),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export const giveFeedback = defineOperation({
  name: "giveFeedback",
  method: "POST",
  path: "/api/feedback",
  summary: "Tell us what you think: a rating (positive, neutral or negative), and a comment if you like.",
  access: { permission: "user", state: "any" },
  acceptsIdempotencyKey: true,
  input: feedbackForm,
  output: z.object({}),
  limits: FEEDBACK_LIMITS,
  refusesImpersonator: true,
  async run({ rating, comment }, context) {
    const { user, account } = requireViewer(context);
    await createFeedback(context.app.store, {
      accountId: account.id,
      userId: user.id,
      rating,
      comment: comment === "" ? null : comment,
    });
    return { data: {}, message: "feedback:thanks" };
  },
});

export const listGivenFeedback = defineOperation({
  name: "listFeedback",
  method: "GET",
  path: "/api/master/feedback",
  summary: "List the feedback, newest first; with a rating, only that.",
  access: { permission: "master", state: "verified" },
  input: feedbackListForm,
  output: feedbackPageShape,
  run: async (query, context) => ({ data: await readFeedback(context.app.store, query) }),
});

/** A page of the feedback, newest first. An unknown rating lists all. */
export async function readFeedback(
  store: Store,
  { rating, ...at }: PagePosition & { rating?: string | undefined },
): Promise<z.infer<typeof feedbackPageShape>> {
  const wanted = isRating(rating) ? rating : null;
  const { rows, next, previous } = await listFeedback(store, { rating: wanted, at });
  const users = await listUsers(store, { ids: [...new Set(rows.map(({ userId }) => userId))] });
  const byId = new Map(users.map((user) => [user.id, user]));
  return { feedback: rows.map((row) => toResponse(row, byId.get(row.userId))), next, previous };
}

/** How often each rating was given in the last FEEDBACK_COUNTED_MS. */
export function countRecentRatings(store: Store): Promise<Record<Rating, number>> {
  return countRatings(store, { since: new Date(Date.now() - FEEDBACK_COUNTED_MS) });
}

function toResponse(row: FeedbackRow, user: UserRow | undefined): ListedFeedback {
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    user: user ? { name: user.name, email: user.email } : null,
    date: row.createdAt.toISOString(),
  };
}
