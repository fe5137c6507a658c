/** The filters and orders of mission control's lists. */

/** `support`: support may sign in as them now. */
export const MASTER_USER_FILTERS = ["verified", "unverified", "master", "support"] as const;
export type MasterUserFilter = (typeof MASTER_USER_FILTERS)[number];

export const MASTER_USER_SORTS = ["name", "last_login", "created"] as const;
export type MasterUserSort = (typeof MASTER_USER_SORTS)[number];

/** By the status of the subscription. `overdue`: a payment has failed or waits for the owner. */
export const ACCOUNT_FILTERS = ["active", "trialing", "overdue", "canceled"] as const;
export type AccountFilter = (typeof ACCOUNT_FILTERS)[number];

/** The most days of a plan without a charge, and from now to the new end of a trial. The provider allows two years. */
export const GIVEN_DAYS_MAX = 365;
