/**
 * The areas of the product's URLs, each by the first segments of its paths. A URL belongs to the area with the most of them that
 * it begins with, and Remix looks for its route among those of that area alone.
 * docs/decisions/0082-one-remix-handler-for-each-area.md
 */
export const AREAS = [
  "/",
  "/account",
  "/account/2fa",
  "/account/apikeys",
  "/account/users",
  "/account/webhooks",
  "/api",
  "/dashboard",
  "/dev",
  "/master",
  "/signin",
  "/signup",
] as const;
