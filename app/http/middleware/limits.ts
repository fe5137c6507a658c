/** Rejects requests that no page of the product and no API client sends, before they cost anything. */
import type { RequestHandler } from "express";
import { ADDRESSES_ASKED_MAX, PATH_MAX_PARTS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import { findPagePolicy } from "~/domain/pages";
import { RequestError } from "./errors";
import { getPagePath, getRequestUrl } from "./request-url";

const READ_METHODS = ["GET", "HEAD"];
const PAGE_METHODS = [...READ_METHODS, "POST"];
const API_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE"];

/**
 * Answers 400 to a URL that cannot be parsed, and 404 to a path with too many segments: Remix matches all routes for each
 * segment.
 */
export const rejectDeepPaths: RequestHandler = (request, _response, next) => {
  const url = getRequestUrl(request);
  if (!url) next(new RequestError(400, "errors:invalid_url"));
  else if (isDeep(url.pathname)) next(new RequestError(404, "errors:not_found"));
  else next();
};

/**
 * Answers 405 to a method that the product does not have: Remix would run a page's action for it. OPTIONS is rejected too,
 * because no other site may call.
 */
export const rejectUnknownMethods: RequestHandler = (request, _response, next) => {
  const isBelowApi = /^\/+api\//i.test(getRequestUrl(request)?.pathname ?? "");
  // The API's documentation is a page among its calls.
  const isPage = !isBelowApi || findPagePolicy(getPagePath(request)) !== undefined;
  const methods = isPage ? PAGE_METHODS : API_METHODS;
  if (methods.includes(request.method)) next();
  else next(new RequestError(405, "errors:method_not_allowed", { headers: { Allow: methods.join(", ") } }));
};

/**
 * Answers 413 when the Content-Length exceeds what the product accepts; the handlers count the bytes that arrive. The
 * connection stays open, because a client that is still writing would not read the response otherwise. Node discards the
 * rest, within the request timeout. A form that a browser submits without scripts passes on to its page, whose action
 * has the same limit: the user needs the page again, with the message.
 */
export const rejectLargeBodies: RequestHandler = (request, _response, next) => {
  const isPageForm = request.headers["sec-fetch-mode"] === "navigate";
  const length = Number(request.headers["content-length"] ?? 0);
  if (isPageForm || length <= UPLOAD_MAX_BYTES) next();
  else next(new RequestError(413, "errors:too_large"));
};

/**
 * Discards the rest of a body that was rejected before its end, within the request timeout, because a client that is still
 * writing does not read the response. Node does so for bodies that were never read, but Remix always begins to read.
 */
export const discardRejectedBodies: RequestHandler = (request, response, next) => {
  response.on("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
  next();
};

/** Answers 400 to the data requests of Remix 1: Remix still serves them, without the checks of the actions. */
export const rejectLegacyDataRequests: RequestHandler = (request, _response, next) => {
  if (getRequestUrl(request)?.searchParams.has("_data"))
    next(new RequestError(400, "errors:unsupported_request"));
  else next();
};

/**
 * Answers 400 to a request of Remix's manifest for more paths than a page has links: Remix matches all routes for each path
 * and for each path above it. Remix names each path by `p`, and its successor React Router 7 all of them by `paths`.
 */
export const rejectLongManifestQueries: RequestHandler = (request, _response, next) => {
  const url = getRequestUrl(request);
  if (url?.pathname !== "/__manifest" || hasFewPaths(listManifestPaths(url.searchParams))) next();
  else next(new RequestError(400, "errors:too_many_paths"));
};

function listManifestPaths(query: URLSearchParams): string[] {
  return [...query.getAll("p"), ...query.getAll("paths").flatMap((paths) => paths.split(","))];
}

function hasFewPaths(paths: readonly string[]): boolean {
  const seen = new Set<string>();
  for (const path of paths) {
    if (isDeep(path)) return false;
    path.split("/").forEach((_, index, segments) => seen.add(segments.slice(0, index + 1).join("/")));
    if (seen.size > ADDRESSES_ASKED_MAX) return false;
  }
  return true;
}

/** Empty segments count, as they do for Remix. */
function isDeep(path: string): boolean {
  return path.split("/").length - 1 > PATH_MAX_PARTS;
}
