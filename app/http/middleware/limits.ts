/** Rejects requests that no page of ours and no well-meant program sends, before they cost anything. */
import type { RequestHandler } from "express";
import { ADDRESSES_ASKED_MAX, PATH_MAX_PARTS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import { RequestError } from "./errors";
import { getRequestUrl } from "./request-url";

const READ_METHODS = ["GET", "HEAD"];
const PAGE_METHODS = [...READ_METHODS, "POST"];
const API_METHODS = [...PAGE_METHODS, "PUT", "PATCH", "DELETE"];

/** 400 for a URL that cannot be parsed, 404 for a path with more segments than any of ours: Remix matches all routes for each segment. */
export const rejectDeepPaths: RequestHandler = (request, _response, next) => {
  const url = getRequestUrl(request);
  if (!url) next(new RequestError(400, "errors:invalid_url"));
  else if (isDeep(url.pathname)) next(new RequestError(404, "errors:not_found"));
  else next();
};

/**
 * 405 for a method that the product does not have: Remix would run a page's action for any other method. OPTIONS is
 * rejected too, because no other site may call.
 */
export const rejectUnknownMethods: RequestHandler = (request, _response, next) => {
  const isApi = /^\/+api\//i.test(getRequestUrl(request)?.pathname ?? "");
  const methods = isApi ? API_METHODS : PAGE_METHODS;
  if (methods.includes(request.method)) next();
  else next(new RequestError(405, "errors:method_not_allowed", { headers: { Allow: methods.join(", ") } }));
};

/**
 * 413 for a body whose Content-Length is larger than anything the product takes; the handlers count the bytes that
 * arrive. The connection stays open: a client that is still writing would not read the answer if it closed. Node
 * discards the rest, within the request timeout. A form that a browser sends without scripts goes on to its page, which
 * stops at the same size: its user needs the page again, with the message.
 */
export const rejectLargeBodies: RequestHandler = (request, _response, next) => {
  const isPageForm = request.headers["sec-fetch-mode"] === "navigate";
  const length = Number(request.headers["content-length"] ?? 0);
  if (isPageForm || length <= UPLOAD_MAX_BYTES) next();
  else next(new RequestError(413, "errors:too_large"));
};

/**
 * Discards the rest of a body that was rejected before its end, within the request timeout: a client that is still
 * writing does not read the answer. Node does so for bodies that were never read; Remix always begins to read.
 */
export const discardRejectedBodies: RequestHandler = (request, response, next) => {
  response.on("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
  next();
};

/** 400 for the data requests of Remix 1: Remix still answers them, without the checks of the actions. */
export const rejectLegacyDataRequests: RequestHandler = (request, _response, next) => {
  if (getRequestUrl(request)?.searchParams.has("_data"))
    next(new RequestError(400, "errors:unsupported_request"));
  else next();
};

/**
 * 400 when the browser asks Remix's manifest about more paths than a page has links: Remix matches all routes for each
 * path and for each path above it.
 */
export const rejectLongManifestQueries: RequestHandler = (request, _response, next) => {
  const url = getRequestUrl(request);
  if (url?.pathname !== "/__manifest" || hasFewPaths(url.searchParams.getAll("p"))) next();
  else next(new RequestError(400, "errors:too_many_paths"));
};

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
