/** The paths of the benchmark: public pages, pages of a user with a plan, and calls that only read. */

export const OPEN_PAGES = ["/signin", "/signup"];

export const OWN_PAGES = ["/dashboard", "/account/profile", "/account/billing", "/help"];

/** The pages whose lists have as many rows as bare Remix's dashboard, and the name in one of the rows. */
export const LISTED = { "/account/users": "Member 9", "/account/apikeys": "Key 10" };

/** The page of the plan, and a text of it. */
export const BILLING = { "/account/billing": "/signout" };

export const CALLS = [
  "/api/auth",
  "/api/user",
  "/api/user/permissions",
  "/api/account/plans",
  "/api/account/subscription",
  "/api/demo",
];

/** Pages that must not become slower when their account grows. None of them lists rows of the database yet. */
export const GROWING_PAGES = ["/dashboard"];

/** Pages of the list of members, which only an admin sees: in each order, and filtered. */
export const GROWING_LISTS = [
  "/api/account/users",
  ...["name", "permission", "status", "last_login", "2fa_enabled", "date_created"].map(
    (sort) => `/api/account/users?sort=${sort}&direction=desc`,
  ),
  "/api/account/users?permission=owner&sort=name",
];
