/** Serves people's pictures: files that were sent by somebody, so a browser may do nothing with them but show them. */
import type { RequestHandler } from "express";
import { AVATAR_FILE, AVATAR_PATH } from "~/domain/avatars";
import { days } from "~/domain/limits";
import errors from "~/i18n/en/errors.json";

const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
};

/** Answers every GET below /avatar: the picture, which never changes under its name, or 404. */
export function servePictures(folder: string): RequestHandler {
  return (request, response, next) => {
    const [, file] = new RegExp(`^${AVATAR_PATH}/([^/]*)$`).exec(request.path) ?? [];
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    const notFound = () => {
      response.status(404).set("Cache-Control", "no-store").type("text/plain").send(errors.not_found);
    };
    if (!AVATAR_FILE.test(file)) {
      notFound();
      return;
    }
    const options = { root: folder, headers: HEADERS, immutable: true, maxAge: days(365) };
    response.sendFile(file, options, (error: Error | undefined) => {
      if (error && !response.headersSent) notFound();
    });
  };
}
