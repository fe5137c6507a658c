/** What a request may be at most, before anything looks at what it is about. */
import type { RequestHandler } from "express";
import { ADDRESSES_ASKED_MAX, PATH_MAX_PARTS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import errors from "~/i18n/en/errors.json";
import { getRequestUrl } from "./request-url";

const READING = ["GET", "HEAD"];
const OF_PAGES = [...READING, "POST"];
const OF_CALLS = [...OF_PAGES, "PUT", "PATCH", "DELETE"];

/**
 * 400 for an address that is none, 404 for one with more parts than any of ours has: for each part of a page's address
 * the framework looks through all routes again.
 */
export const refuseDeepAddresses: RequestHandler = (request, response, next) => {
  const address = getRequestUrl(request);
  if (!address) response.status(400).json({ message: "This is not an address." });
  else if (isDeep(address.pathname)) response.status(404).json({ message: errors.not_found });
  else next();
};

/**
 * 405 for a method the product does not know: to the framework every other method on a page would be its form's.
 * OPTIONS is one that nothing knows: no other site may call.
 */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const methods = /^\/+api\//i.test(getRequestUrl(request)?.pathname ?? "") ? OF_CALLS : OF_PAGES;
  if (methods.includes(request.method)) next();
  else response.status(405).set("Allow", methods.join(", ")).json({ message: errors.method_not_allowed });
};

/**
 * 413 for a body announced as larger than anything the product takes; the doors count the bytes that really come. The
 * connection stays: closed under a sender who is still writing, it would break before the answer is read. Node lets
 * the rest pass unread, no longer than a request may take. A form that a browser sends without scripts goes on to its
 * page, which stops at the same size: its user needs the page again, with the message.
 */
export const refuseHugeBodies: RequestHandler = (request, response, next) => {
  const isFormOfPage = request.headers["sec-fetch-mode"] === "navigate";
  if (isFormOfPage || Number(request.headers["content-length"] ?? 0) <= UPLOAD_MAX_BYTES) {
    next();
    return;
  }
  response.status(413).json({ message: errors.too_large });
};

/**
 * Lets the rest of a body pass unread when it was refused before its end, no longer than a request may take: a sender
 * who is still writing has no eye for the answer. Node does so where nobody began to read; the framework always begins.
 */
export const letTheRestPass: RequestHandler = (request, response, next) => {
  response.on("finish", () => {
    if (request.complete) return;
    request.removeAllListeners("data");
    request.resume();
  });
  next();
};

/**
 * 400 for the data requests of Remix 1. Its server still answers them, past the actions' own checks, though no page of
 * ours sends any.
 */
export const refuseOldDataRequests: RequestHandler = (request, response, next) => {
  if (getRequestUrl(request)?.searchParams.has("_data"))
    response.status(400).json({ message: "This kind of request is not supported." });
  else next();
};

/**
 * 400 when a browser's question which routes there are is about more addresses than the links of a page: the framework
 * looks through all routes for each of them, and for each address above it.
 */
export const refuseLongQuestions: RequestHandler = (request, response, next) => {
  const address = getRequestUrl(request);
  if (address?.pathname !== "/__manifest" || asksForFew(address.searchParams.getAll("p"))) next();
  else response.status(400).json({ message: "These are too many addresses." });
};

function asksForFew(paths: readonly string[]): boolean {
  const asked = new Set<string>();
  for (const path of paths) {
    if (isDeep(path)) return false;
    path.split("/").forEach((_, index, parts) => asked.add(parts.slice(0, index + 1).join("/")));
    if (asked.size > ADDRESSES_ASKED_MAX) return false;
  }
  return true;
}

/** Empty parts count: the framework counts them, too. */
function isDeep(path: string): boolean {
  return path.split("/").length - 1 > PATH_MAX_PARTS;
}
