/** What a request may be at most, before anything looks at what it is about. */
import type { Request, RequestHandler } from "express";
import { ADDRESSES_ASKED_MAX, PATH_MAX_PARTS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import errors from "~/i18n/en/errors.json";

const READING = ["GET", "HEAD"];
const OF_PAGES = [...READING, "POST"];
const OF_CALLS = [...OF_PAGES, "PUT", "PATCH", "DELETE"];

/**
 * 400 for an address that is none, 404 for one with more parts than any of ours has: for each part of a page's address
 * the framework looks through all routes again.
 */
export const refuseDeepAddresses: RequestHandler = (request, response, next) => {
  const address = addressOf(request);
  if (!address) response.status(400).json({ message: "This is not an address." });
  else if (isDeep(address.pathname)) response.status(404).json({ message: errors.not_found });
  else next();
};

/**
 * 405 for a method the product does not know: to the framework every other method on a page would be its form's.
 * OPTIONS is one that nothing knows: no other site may call.
 */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const methods = /^\/+api\//i.test(addressOf(request)?.pathname ?? "") ? OF_CALLS : OF_PAGES;
  if (methods.includes(request.method)) next();
  else response.status(405).set("Allow", methods.join(", ")).json({ message: errors.method_not_allowed });
};

/**
 * 413 for a body announced as larger than anything the product takes; the doors count the bytes that really come. The
 * connection stays: closed under a sender who is still writing, it would break before the answer is read. Node lets
 * the rest pass unread, no longer than a request may take.
 */
export const refuseHugeBodies: RequestHandler = (request, response, next) => {
  if (Number(request.headers["content-length"] ?? 0) <= UPLOAD_MAX_BYTES) {
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
  if (addressOf(request)?.searchParams.has("_data"))
    response.status(400).json({ message: "This kind of request is not supported." });
  else next();
};

/**
 * 400 when a browser's question which routes there are is about more addresses than the links of a page: the framework
 * looks through all routes for each of them, and for each address above it.
 */
export const refuseLongQuestions: RequestHandler = (request, response, next) => {
  const address = addressOf(request);
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

/**
 * The address as the framework will read it: what leads through `.` and `..` has arrived. Read once a request, whichever
 * of the checks above ask for it.
 */
function addressOf(request: Request): URL | null {
  const known = ADDRESSES.get(request);
  if (known !== undefined) return known;
  const written = `http://localhost${request.originalUrl}`;
  const address = URL.canParse(written) ? new URL(written) : null;
  ADDRESSES.set(request, address);
  return address;
}

const ADDRESSES = new WeakMap<Request, URL | null>();
