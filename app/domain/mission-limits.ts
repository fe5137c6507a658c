/** Numbers of mission control: what its pages show, and what a master may give. */

/** The days of the overview's count of sign-ups. */
export const SIGN_UPS_SHOWN_DAYS = 30;
/** The newest entries of an account's activity on its page. */
export const CUSTOMER_ACTIVITY_SHOWN = 10;
/** The places of a person's sign-ins on their page. */
export const SIGN_INS_SHOWN = 20;

/** A search of accounts with a filter reads the accounts with the name in parts of so many rows, and so many parts. */
export const ACCOUNTS_SCANNED_AT_ONCE = 500;
export const ACCOUNTS_SCANS_MAX = 4;

/** The most days of a plan without a charge, and from now to the new end of a trial. The provider allows two years. */
export const GIVEN_DAYS_MAX = 365;
