/** Where the benchmark goes: pages for anybody, pages of somebody with a plan, and calls that only read. */

export const OPEN_PAGES = ["/signin", "/signup"];

export const OWN_PAGES = ["/dashboard", "/account/profile", "/account/billing", "/help"];

export const CALLS = [
  "/api/auth",
  "/api/user",
  "/api/user/permissions",
  "/api/account/plans",
  "/api/account/subscription",
  "/api/demo",
];

/** Pages of somebody's own that must not become slower when their account grows; none lists rows of the database yet. */
export const GROWING_PAGES = ["/dashboard"];
