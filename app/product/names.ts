/**
 * The names of the founder's own pages, calls and jobs. The product's lists take them in, so that a name which is in none does
 * not compile.
 */
import type { NavigationEntry } from "../domain/navigation-entries";
import type { PagePolicy } from "../domain/page-policies";
import type { Permission } from "../domain/roles";

/** `projects: "/projects"`: `paths.projects` from then on. */
export const OWN_PATHS = {} as const satisfies Record<string, `/${string}`>;
export type OwnPath = (typeof OWN_PATHS)[keyof typeof OWN_PATHS];

/** Who may open them: `[OWN_PATHS.projects]: requireRole("user")`. */
export const OWN_PAGES = {} satisfies Record<string, PagePolicy>;

/** In the menu, after the dashboard; and among the account's pages, at the end. */
export const OWN_NAVIGATION: Record<"main" | "account", readonly NavigationEntry[]> = {
  main: [],
  account: [],
};

/** The entries of the account's activity. Each has a sentence under activity:action. */
export const OWN_AUDIT_ACTIONS = [] as const;

/** The scopes of API keys, each with the role that it takes: `"projects:read": "user"`. Each has texts under keys:scope. */
export const OWN_KEY_SCOPES = {} as const satisfies Record<`${string}:${string}`, Permission>;

/** What operations record with `trackEvent`. */
export const OWN_EVENTS = [] as const;

/** Each has a name and a sentence under master:jobs. */
export const OWN_JOB_NAMES = [] as const;
