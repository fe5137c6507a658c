/** Reads the URL of a request as Remix's router does. */
import type { Request } from "express";

const URLS = new WeakMap<Request, URL | null>();

/** Returns the URL with its dots resolved, parsed once for each request; null when it or its escapes are malformed, or have line breaks. */
export function getRequestUrl(request: Request): URL | null {
  const known = URLS.get(request);
  if (known !== undefined) return known;
  const url = parse(request.originalUrl);
  URLS.set(request, url);
  return url;
}

/**
 * Returns the path by which the router finds a page: case, escapes, repeated slashes and a trailing slash make no
 * difference, and a data request has the path of its page.
 */
export function getPagePath(request: Request): string {
  const pathname = getRequestUrl(request)?.pathname ?? "/";
  const path = decode(pathname).toLowerCase().replace(/\/+/g, "/");
  const page = path.replace(/(.)\/$/, "$1").replace(/\.data$/, "");
  return page === "/_root" || page === "" ? "/" : page.replace(/(.)\/$/, "$1");
}

function parse(target: string): URL | null {
  const written = `http://localhost${target}`;
  if (!target.startsWith("/") || !URL.canParse(written)) return null;
  const url = new URL(written);
  return isRoutable(url.pathname) ? url : null;
}

/** Remix's routes match no line breaks: a call with one in its path would get a page as its answer. */
function isRoutable(pathname: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname));
  } catch {
    return false; // Remix would use the path undecoded, and print a warning.
  }
}

/** An escaped slash does not separate segments. */
function decode(pathname: string): string {
  return pathname
    .split("/")
    .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
    .join("/");
}
