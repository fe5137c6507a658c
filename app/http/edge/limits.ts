/** What a request may be at most, whatever its path. */
import type { RequestHandler } from "express";
import { UPLOAD_MAX_BYTES } from "~/domain/limits";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** 405 for a method the product does not know. OPTIONS is one: no other site may call. */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  if (METHODS.has(request.method)) next();
  else
    response
      .status(405)
      .set("Allow", [...METHODS].join(", "))
      .json({ message: "This method is not supported." });
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
  response.status(413).json({ message: "This is larger than the server accepts." });
};

/**
 * 400 for the data requests of Remix 1. Its server still answers them, past the actions' own checks, though no page of
 * ours sends any.
 */
export const refuseOldDataRequests: RequestHandler = (request, response, next) => {
  if ("_data" in request.query)
    response.status(400).json({ message: "This kind of request is not supported." });
  else next();
};
