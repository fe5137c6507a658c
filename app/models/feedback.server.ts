/** Feedback: what users think of the product, with a comment. */
import { v7 as uuid } from "uuid";
import { RATINGS, type Rating } from "~/domain/feedback";
import { MASTER_PAGE_SIZE } from "~/domain/limits";
import type { PagePosition } from "~/domain/paging";
import { deleteInBatches, type Cleanup } from "./store/delete-in-batches";
import { date, id, nullable, string, text, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import type { Store } from "./store/store";

export interface FeedbackRow {
  id: string;
  accountId: string;
  userId: string;
  rating: Rating;
  comment: string | null;
  createdAt: Date;
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
  },
  indexes: [["accountId"], ["userId", "createdAt"], ["createdAt"], ["rating", "createdAt"]],
};

const NEWEST_FIRST = { by: "createdAt", direction: "desc" } as const;

export async function createFeedback(
  store: Store,
  feedback: Pick<FeedbackRow, "accountId" | "userId" | "rating" | "comment">,
): Promise<void> {
  await store.insert("feedback", { ...feedback, id: uuid(), createdAt: new Date() });
}

/** For mission control only: a page of the feedback, MASTER_PAGE_SIZE long, newest first; that with `rating` if given. */
export function listFeedback(
  store: Store,
  { rating, at }: { rating: Rating | null; at: PagePosition },
): Promise<ListPage<FeedbackRow>> {
  const where = rating ? { rating } : {};
  return findPage(store, "feedback", { where, at, order: NEWEST_FIRST, size: MASTER_PAGE_SIZE });
}

/** For mission control only: how often each rating was given after `since`. */
export async function countRatings(
  store: Store,
  { since }: { since: Date },
): Promise<Record<Rating, number>> {
  const counts = await store.countBy("feedback", { createdAt: { gt: since } }, "rating");
  return Object.fromEntries(RATINGS.map((rating) => [rating, counts.get(rating) ?? 0])) as Record<
    Rating,
    number
  >;
}

/** The user's feedback in all accounts: at most `limit`, newest first, continued after the row `after`. */
export function listOwnFeedback(
  store: Store,
  { userId, after, limit }: { userId: string; after: FeedbackRow | undefined; limit: number },
): Promise<FeedbackRow[]> {
  return store.find(
    "feedback",
    { userId },
    {
      order: NEWEST_FIRST,
      limit,
      ...(after && { after: { value: after.createdAt, id: after.id } }),
    },
  );
}

/** For the cleanup only: deletes the feedback of all accounts that was given before `before`. */
export function deleteOldFeedback(store: Store, { before, isStopped }: Cleanup): Promise<number> {
  return deleteInBatches(store, "feedback", { where: { createdAt: { lt: before } }, isStopped });
}
