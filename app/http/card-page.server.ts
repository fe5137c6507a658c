/** Pages that take a card are loaded as documents, because a document's security policy is that of its first page. */
import { redirectDocument } from "@remix-run/node";
import { findPagePolicy, getPagePolicy } from "~/domain/pages";
import type { PagePath } from "~/domain/paths";
import type { App } from "~/services/platform/app.server";

/**
 * Throws a redirect to the page's document when a page whose policy does not allow the payment provider's scripts is
 * about to show a card field. The sandbox's script comes from this site, so it needs none.
 */
export function requireCardDocument(
  { app, request }: { app: App; request: Request },
  { page, path }: { page: PagePath; path: string },
): void {
  if (app.config.stripe === null || !getPagePolicy(page).takesCard) return;
  const isFetch = request.headers.get("Sec-Fetch-Dest") === "empty";
  if (isFetch && !isFromCardPage(request)) throw redirectDocument(path);
}

/** A page whose URL is secret sends no referrer, and takes no card. */
function isFromCardPage({ headers }: Request): boolean {
  const referrer = headers.get("Referer");
  if (referrer === null || !URL.canParse(referrer)) return false;
  return findPagePolicy(new URL(referrer).pathname)?.takesCard === true;
}
