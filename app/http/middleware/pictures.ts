/** Serves the avatars. They are files from users, so the headers allow a browser only to show them. */
import type { RequestHandler } from "express";
import { AVATAR_FILE, AVATAR_PATH } from "~/domain/avatars";
import { days } from "~/domain/limits";
import { RequestError } from "./errors";

const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
};

/** Answers every GET below /avatar with the picture, or with 404. A picture never changes under its name. */
export function servePictures(folder: string): RequestHandler {
  return (request, response, next) => {
    const [, file] = new RegExp(`^${AVATAR_PATH}/([^/]*)$`).exec(request.path) ?? [];
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    if (!AVATAR_FILE.test(file)) {
      next(createNotFoundError());
      return;
    }
    const options = { root: folder, headers: HEADERS, immutable: true, maxAge: days(365) };
    response.sendFile(file, options, (error: Error | undefined) => {
      if (error && !response.headersSent) next(createNotFoundError());
    });
  };
}

function createNotFoundError(): RequestError {
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  return new RequestError(404, "errors:not_found", { headers, toBody: (message) => message });
}
