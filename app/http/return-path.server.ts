/** Remembers, for a visitor whom the guard sends to /signin, the reason and the page that was requested. */
import { SIGN_IN_RETURN_FOR_MS, URL_MAX_LENGTH } from "~/domain/limits";
import { getPagePolicy } from "~/domain/pages";
import { toSafeRedirectPath, paths, type PagePath } from "~/domain/paths";
import type { Actor, Permission } from "~/domain/roles";
import type { Context } from "~/services/platform/operation.server";
import {
  clearReturnCookie,
  clearSessionCookie,
  serializeFlashCookie,
  readReturnPath,
  serializeReturnCookie,
} from "./cookies.server";

/** The part of a page's context that is read here. */
type Visit = Context & { request: Request; url: URL };

interface WantedPage {
  page: PagePath;
  /** Path and query string of the page to return to. */
  path: string;
}

/** Sets the cookies of the guard's redirect to `redirectPath`. The URL of the redirect must not reveal the reason. */
export function createRedirectHeaders(redirectPath: string, wanted: WantedPage, context: Visit): Headers {
  const headers = new Headers();
  const { viewer, app } = context;
  const hasCookie = context.request.headers.has("Cookie");
  if (!viewer && hasCookie) headers.append("Set-Cookie", clearSessionCookie(app.config));
  if (redirectPath !== paths.signIn) return headers;
  if (viewer) {
    const message = toReason(viewer, getPagePolicy(wanted.page).permission);
    headers.append("Set-Cookie", serializeFlashCookie(app, { variant: "error", message }));
    return headers;
  }
  const hasEnded = context.cookieHash !== null;
  const path = toReturnPath(wanted);
  if (hasEnded || path !== "")
    headers.append(
      "Set-Cookie",
      serializeReturnCookie(app.config, { path, hasEnded }, SIGN_IN_RETURN_FOR_MS),
    );
  return headers;
}

/** Reads, for the sign-in page, where to go next and whether a session has ended: from its URL, else from the cookie. */
export function readSignInReturn({ request, url }: Visit): { next: string; hasEnded: boolean } {
  const left = readReturnPath(request.headers.get("Cookie"));
  return {
    next: toSafeRedirectPath(url.searchParams.get("next"), "") || toSafeRedirectPath(left?.path, ""),
    hasEnded: url.searchParams.has("ended") || left?.hasEnded === true,
  };
}

/** Signing in or out uses the return path: the cookie is cleared if there is one. */
export function clearReturnHeaders({ request, app }: Visit): Headers {
  const isStored = readReturnPath(request.headers.get("Cookie")) !== null;
  return new Headers(isStored ? { "Set-Cookie": clearReturnCookie(app.config) } : {});
}

/** Asking the owner helps a master nowhere: their permissions have no room for a developer's, but by their membership. */
function toReason({ permission }: Actor, required: Permission | "none"): string {
  if (permission === "master" && required === "developer") return "errors:master_no_developer";
  return REASONS[required] ?? "errors:page_forbidden";
}

const REASONS: Partial<Record<Permission | "none", string>> = {
  owner: "errors:page_for_owner",
  admin: "errors:page_for_admin",
  developer: "errors:page_for_developer",
};

/** Returns "" for the page that signing in leads to by default, and for a page whose URL holds a secret. */
function toReturnPath({ page, path }: WantedPage): string {
  const isUsual = page === paths.dashboard || page === paths.welcome;
  return isUsual || getPagePolicy(page).isSecret || path.length > URL_MAX_LENGTH ? "" : path;
}
