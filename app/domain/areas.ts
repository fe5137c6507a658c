/**
 * The areas of the product's URLs, each by the first segments of its paths. A URL belongs to the area with the most of them that
 * it begins with, and Remix looks for its route among those of that area alone.
 * docs/decisions/0082-one-remix-handler-for-each-area.md
 */
import { paths } from "./paths";

export const AREAS = [
  paths.home,
  paths.account,
  paths.twoFactor,
  paths.apiKeys,
  paths.users,
  paths.webhooks,
  "/api",
  paths.dashboard,
  "/dev",
  paths.master,
  paths.signIn,
  paths.signUp,
] as const;
