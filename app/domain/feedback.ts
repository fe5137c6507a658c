/** Feedback as the panel, the API and mission control know it. */

/** The opinions of users, by the face that they choose: a smile, a neutral face, a frown. */
export const RATINGS = ["positive", "neutral", "negative"] as const;
export type Rating = (typeof RATINGS)[number];

export function isRating(value: unknown): value is Rating {
  return RATINGS.some((known) => known === value);
}
