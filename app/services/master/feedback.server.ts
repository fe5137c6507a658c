/** Feedback: users give it from every page, and masters read it. */
import * as z from "zod";
import { RATINGS, isRating, type Rating } from "~/domain/feedback";
import { toTimeRange, type DayRange } from "~/domain/day-range";
import { feedbackForm } from "~/domain/forms/feedback";
import { feedbackListForm } from "~/domain/forms/master";
import { FEEDBACK_COUNTED_MS } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { FEEDBACK_LIMITS } from "~/domain/rate-limits";
import {
  countRatings,
  createFeedback,
  findFeedback,
  listFeedback,
  type FeedbackRow,
} from "~/models/feedback.server";
import type { Store } from "~/models/store/store";
import { listUsers, type UserRow } from "~/models/user.server";
import { defineOperation, requireViewer } from "../platform/operation.server";

const feedbackShape = z.object({
  id: z.string(),
  rating: z.enum(RATINGS),
  comment: z.string().nullable(),
  /** Who gave it. */
  user: z.object({ name: z.string(), email: z.string(), verified: z.boolean() }).nullable(),
  /** A master's answer by mail. */
  answer: z.object({ text: z.string(), by: z.string(), date: z.iso.datetime() }).nullable(),
  date: z.iso.datetime(),
});
type ListedFeedback = z.infer<typeof feedbackShape>;

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
  needsOwnSession: false,
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
  summary:
    "List the feedback, newest first; with a rating, only that. from and to are days in UTC, both included.",
  access: { permission: "master", state: "verified" },
  input: feedbackListForm,
  output: feedbackPageShape,
  run: async (query, context) => ({ data: await readFeedback(context.app.store, query) }),
});

/** A page of the feedback, newest first. An unknown rating lists all. */
export async function readFeedback(
  store: Store,
  { rating, from, to, ...at }: PagePosition & Partial<DayRange> & { rating?: string },
): Promise<z.infer<typeof feedbackPageShape>> {
  const wanted = isRating(rating) ? rating : null;
  const { rows, next, previous } = await listFeedback(store, {
    rating: wanted,
    given: toTimeRange({ from, to }),
    at,
  });
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
    user: user ? { name: user.name, email: user.email, verified: user.verifiedAt !== null } : null,
    answer: toAnswer(row),
    date: row.createdAt.toISOString(),
  };
}

function toAnswer({ answer, answeredAt, answeredBy }: FeedbackRow): ListedFeedback["answer"] {
  if (!answeredAt) return null;
  return { text: answer ?? "", by: answeredBy ?? "", date: answeredAt.toISOString() };
}

/** One feedback for the page on which a master answers it; null when there is none. */
export async function findListedFeedback(store: Store, id: string): Promise<ListedFeedback | null> {
  const row = await findFeedback(store, { id });
  if (!row) return null;
  const [user] = await listUsers(store, { ids: [row.userId] });
  return toResponse(row, user);
}
