/** Feedback: what users think of the product, with a comment. */
import { v7 as uuid } from "uuid";
import { RATINGS, type Rating } from "~/domain/feedback";
import type { TimeRange } from "~/domain/day-range";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { date, id, nullable, string, text, type Entity } from "./store/entity";
import { findPage, findPart, type ListPage, type Part } from "./store/list-page";
import type { Store } from "./store/store";

export interface FeedbackRow {
  id: string;
  accountId: string;
  userId: string;
  rating: Rating;
  comment: string | null;
  createdAt: Date;
  /** When a master answered by mail; null before. */
  answeredAt: Date | null;
  /** The master's name at that time. */
  answeredBy: string | null;
  answer: string | null;
}

export const feedbackEntity: Entity<FeedbackRow> = {
  table: "feedback",
  belongsTo: { account: "accountId", user: "userId" },
  fields: {
    id: id(),
    accountId: id(),
    userId: id(),
    rating: string(16),
    comment: nullable(text()),
    createdAt: date(),
    answeredAt: nullable(date()),
    answeredBy: nullable(string(100)),
    answer: nullable(text()),
  },
  indexes: [["accountId"], ["userId", "createdAt"], ["createdAt"], ["rating", "createdAt"]],
};

const NEWEST_FIRST = { by: "createdAt", direction: "desc" } as const;

export async function createFeedback(
  store: Store,
  feedback: Pick<FeedbackRow, "accountId" | "userId" | "rating" | "comment">,
): Promise<void> {
  await store.insert(feedbackEntity, {
    ...feedback,
    id: uuid(),
    createdAt: new Date(),
    ...{ answeredAt: null, answeredBy: null, answer: null },
  });
}

/**
 * For mission control only: a page of the feedback, MASTER_PAGE_SIZE long, newest first; that with `rating` and that given
 * at `given`, if they are set.
 */
export function listFeedback(
  store: Store,
  { rating, given, at }: { rating: Rating | null; given: TimeRange | undefined; at: PagePosition },
): Promise<ListPage<FeedbackRow>> {
  const where = { ...(rating && { rating }), ...(given && { createdAt: given }) };
  return findPage(store, feedbackEntity, { where, at, order: NEWEST_FIRST, size: MASTER_PAGE_SIZE });
}

/** For mission control only: one feedback of any account; null when there is none. */
export function findFeedback(store: Store, { id }: Pick<FeedbackRow, "id">): Promise<FeedbackRow | null> {
  return store.findOne(feedbackEntity, { id });
}

/** For mission control only: stores the one answer. False when the feedback was answered before, or is gone. */
export async function setFeedbackAnswer(
  store: Store,
  { id, ...answered }: Pick<FeedbackRow, "id" | "answeredAt" | "answeredBy" | "answer">,
): Promise<boolean> {
  return (await store.update(feedbackEntity, { id, answeredAt: null }, answered)) === 1;
}

/** For mission control only: how often each rating was given after `since`. */
export async function countRatings(
  store: Store,
  { since }: { since: Date },
): Promise<Record<Rating, number>> {
  const counts = await store.countBy(feedbackEntity, { createdAt: { gt: since } }, "rating");
  return Object.fromEntries(RATINGS.map((rating) => [rating, counts.get(rating) ?? 0])) as Record<
    Rating,
    number
  >;
}

/** The user's feedback in all accounts: at most `limit`, newest first, continued after the row `after`. */
export function listOwnFeedback(
  store: Store,
  { userId, ...part }: { userId: string } & Part<FeedbackRow>,
): Promise<FeedbackRow[]> {
  return findPart(store, feedbackEntity, { where: { userId }, order: NEWEST_FIRST, ...part });
}
