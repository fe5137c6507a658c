/** What a visitor whom the guard sends to /signin learns there: why, and the way back to the page they wanted. */
import { SIGN_IN_RETURN_FOR_MS, URL_MAX_LENGTH } from "~/domain/limits";
import { getPagePolicy, type PagePath } from "~/domain/pages";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import type { Permission } from "~/domain/roles";
import type { Context } from "~/services/platform/operation.server";
import {
  clearReturnCookie,
  clearSessionCookie,
  serializeFlashCookie,
  readReturnPath,
  serializeReturnCookie,
} from "./cookies.server";

/** A page's context, as far as it is read here. */
type Visit = Context & { request: Request; url: URL };

export interface WantedPage {
  page: PagePath;
  /** Path and query of the page to come back to. */
  path: string;
}

/** The cookies of a redirect of the guard to `elsewhere`. The redirect's address alone must not tell why. */
export function createRedirectHeaders(elsewhere: string, wanted: WantedPage, context: Visit): Headers {
  const headers = new Headers();
  const { viewer, app } = context;
  const hasCookie = context.request.headers.has("Cookie");
  if (!viewer && hasCookie) headers.append("Set-Cookie", clearSessionCookie(app.config));
  if (elsewhere !== paths.signIn) return headers;
  if (viewer) {
    const message = REASONS[getPagePolicy(wanted.page).permission] ?? "errors:page_forbidden";
    headers.append("Set-Cookie", serializeFlashCookie(app, { variant: "error", message }));
    return headers;
  }
  const hasEnded = context.cookieHash !== null;
  const path = returnPath(wanted);
  if (hasEnded || path !== "")
    headers.append(
      "Set-Cookie",
      serializeReturnCookie(app.config, { path, hasEnded }, SIGN_IN_RETURN_FOR_MS),
    );
  return headers;
}

/** What the sign-in page shows and where it leads on: from its address, or left by the guard. */
export function readWayBack({ request, url }: Visit): { next: string; hasEnded: boolean } {
  const left = readReturnPath(request.headers.get("Cookie"));
  return {
    next: toSafeRedirectPath(url.searchParams.get("next"), "") || toSafeRedirectPath(left?.path, ""),
    hasEnded: url.searchParams.has("ended") || left?.hasEnded === true,
  };
}

/** The way back is used up by signing in, and by signing out. */
export function clearReturnHeaders({ request, app }: Visit): Headers {
  const isLeft = readReturnPath(request.headers.get("Cookie")) !== null;
  return new Headers(isLeft ? { "Set-Cookie": clearReturnCookie(app.config) } : {});
}

const REASONS: Partial<Record<Permission | "none", string>> = {
  owner: "errors:page_for_owner",
  admin: "errors:page_for_admin",
  developer: "errors:page_for_developer",
};

/** Empty for the page that signing in leads to anyway, and for one whose address holds a secret. */
function returnPath({ page, path }: WantedPage): string {
  const isUsual = page === paths.dashboard || page === paths.welcome;
  return isUsual || getPagePolicy(page).isSecret || path.length > URL_MAX_LENGTH ? "" : path;
}
