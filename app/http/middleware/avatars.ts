/** Serves the avatars. They are files from users, so the headers allow a browser only to show them. */
import { extname } from "node:path";
import type { RequestHandler, Response } from "express";
import { AVATAR_FILE, AVATAR_PATH } from "~/domain/avatars";
import { days } from "~/domain/limits";
import type { App } from "~/services/platform/app.server";
import { RequestError } from "./errors";

const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
  // An avatar never changes under its name.
  "Cache-Control": `public, max-age=${days(365) / 1000}, immutable`,
};
type Files = App["avatars"]["files"];

const FILE = new RegExp(`^${AVATAR_PATH}/([^/]*)$`);

/** Answers every GET below /avatar with the avatar, with 404, or with 503 while the disk or the bucket fails. */
export function serveAvatars(files: Files): RequestHandler {
  return (request, response, next) => {
    const [, file] = FILE.exec(request.path) ?? [];
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    sendAvatar(files, file, response).catch(next);
  };
}

async function sendAvatar(files: Files, file: string, response: Response): Promise<void> {
  const avatar = AVATAR_FILE.test(file) ? await readAvatar(files, file) : null;
  if (!avatar) throw createError(404, "errors:not_found");
  response.set(HEADERS).type(extname(file)).send(avatar);
}

async function readAvatar(files: Files, file: string): Promise<Buffer | null> {
  try {
    return await files.read(file);
  } catch (cause) {
    throw createError(503, "errors:unavailable", cause);
  }
}

function createError(
  status: 404 | 503,
  key: "errors:not_found" | "errors:unavailable",
  cause?: unknown,
): RequestError {
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  const error = new RequestError(status, key, { headers, toBody: (message) => message });
  error.cause = cause;
  return error;
}
