/** The filters and orders of mission control's lists. */

/** `support`: support may sign in as them now. */
export const PERSON_FILTERS = ["verified", "unverified", "master", "support"] as const;
export type PersonFilter = (typeof PERSON_FILTERS)[number];

export const PERSON_SORTS = ["name", "last_login", "created"] as const;
export type PersonSort = (typeof PERSON_SORTS)[number];

/** By the status of the subscription. `overdue`: a payment has failed or waits for the owner. */
export const ACCOUNT_FILTERS = ["active", "trialing", "overdue", "canceled"] as const;
export type AccountFilter = (typeof ACCOUNT_FILTERS)[number];

/** The value if it is one of these; null otherwise. */
export function findOption<Option extends string>(
  options: readonly Option[],
  value: string | null | undefined,
): Option | null {
  return options.find((option) => option === value) ?? null;
}
