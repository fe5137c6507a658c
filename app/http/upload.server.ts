/** Reads a form with a file, within hard limits: the parser itself accepts any number of parts, each of which costs memory. */
import {
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_FIELDS,
  UPLOAD_MAX_FILES,
  UPLOAD_MAX_PARTS,
  UPLOAD_RETRY_AFTER_SECONDS,
  UPLOADS_AT_ONCE,
} from "~/domain/limits";
import { AppError } from "~/domain/errors";
import { createConcurrencyGate } from "~/domain/concurrency-gate";
import { parseForm, readBytes } from "./body.server";

/** Allows no other parameter: with several boundaries, the parser could use another than the one that is counted. */
const FORM_WITH_BOUNDARY = /^multipart\/form-data\s*;\s*boundary=(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*$/i;

/** Whether the body is a form that may carry a file. */
export function isUpload(request: Request): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(request.headers.get("Content-Type") ?? "");
}

/** Limits all callers together, because an upload is held in memory, several times while it is parsed. */
const runLimited = createConcurrencyGate({
  atOnce: UPLOADS_AT_ONCE,
  waiting: 0,
  retryAfterSeconds: UPLOAD_RETRY_AFTER_SECONDS,
});

/**
 * Reads a form with a file. Throws too_large for too many bytes or parts, invalid for a malformed form, and
 * unavailable when too many uploads are being read.
 */
export function readUpload(request: Request): Promise<FormData> {
  return runLimited(() => readParts(request));
}

async function readParts(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const [, quoted, plain] = FORM_WITH_BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new AppError("invalid", "errors:form_expected");
  const bytes = await readBytes(request, UPLOAD_MAX_BYTES);
  if (hasMoreParts(bytes, boundary)) throw new AppError("too_large", "errors:too_many_parts");
  const form = await parseForm(bytes, type);
  const files = [...form.values()].filter((value) => typeof value !== "string").length;
  if (files > UPLOAD_MAX_FILES || [...form].length - files > UPLOAD_MAX_FIELDS)
    throw new AppError("invalid", "errors:too_many_parts");
  return form;
}

/** Counts the boundaries before the form is parsed. */
function hasMoreParts(bytes: Buffer, boundary: string): boolean {
  const line = Buffer.from(`--${boundary}`);
  // The last boundary ends the form.
  let left = UPLOAD_MAX_PARTS + 1;
  for (let at = bytes.indexOf(line); at !== -1; at = bytes.indexOf(line, at + line.length)) {
    if (left === 0) return true;
    left -= 1;
  }
  return false;
}
