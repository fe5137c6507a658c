/** Reads request bodies up to a limit, because Remix sets none. */
import { removeSpaces } from "~/domain/forms/credentials";
import { BODY_MAX_BYTES, FORM_MAX_FIELDS, JSON_MAX_LEVELS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";

/**
 * Reads the whole body. Throws too_large when it exceeds `maxBytes`, whatever its Content-Length is. It discards the
 * excess for a while, so that the client gets the response instead of a broken connection.
 */
export async function readBytes(request: Request, maxBytes = BODY_MAX_BYTES): Promise<Buffer> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) throw createTooLargeError();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of toChunks(request)) {
      size += chunk.byteLength;
      if (size <= maxBytes) chunks.push(chunk);
      else if (size > maxBytes + UPLOAD_MAX_BYTES) break;
    }
  } catch (cause) {
    // The client closed the connection or was too slow. That is not our failure, and no one reads the response.
    throw new AppError("invalid", "errors:invalid", { cause });
  }
  if (size > maxBytes) throw createTooLargeError();
  return Buffer.concat(chunks);
}

/**
 * Reads the body of an API call as an object. A missing body counts as an empty object, and an array becomes the field
 * `listField` where the operation has one. Throws unsupported_type, and invalid also above JSON_MAX_LEVELS.
 */
export async function readJson(request: Request, listField?: string): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new AppError("unsupported_type", "errors:json_expected");
  const value = parseJson(bytes.toString("utf8"));
  if (Array.isArray(value) && listField !== undefined) return { [listField]: value };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("invalid", "errors:object_expected");
  }
  return value as Record<string, unknown>;
}

/** Reads a page's form. Throws unsupported_type, and invalid for a malformed one. */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = await readBytes(request);
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError("unsupported_type", "errors:form_expected");
  }
  return parseForm(bytes, type);
}

/** Returns a form's fields by name. A field that was sent more than once becomes a list. Throws invalid above FORM_MAX_FIELDS. */
export function toFields(form: FormData): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  let count = 0;
  for (const [name, value] of form) {
    if ((count += 1) > FORM_MAX_FIELDS) throw new AppError("invalid", "errors:too_many_parts");
    const earlier = fields.get(name);
    if (earlier) earlier.push(value);
    else fields.set(name, [value]);
  }
  const named = [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]] as const);
  // Object.fromEntries defines each property; an assignment to a field named __proto__ would set the prototype.
  return Object.fromEntries(named);
}

/** Parses a whole form. Throws invalid. */
export async function parseForm(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } }).formData();
  } catch (cause) {
    throw new AppError("invalid", "errors:form_expected", { cause });
  }
}

/** Users type spaces within a code, as in "123 456". */
export function withPlainCode(fields: Record<string, unknown>): Record<string, unknown> {
  return "code" in fields ? { ...fields, code: removeSpaces(fields.code) } : fields;
}

/** Node's streams are iterable; the browser's types do not declare that. */
function toChunks(request: Request): AsyncIterable<Uint8Array> | Uint8Array[] {
  return (request.body as unknown as AsyncIterable<Uint8Array> | null) ?? [];
}

function parseJson(text: string): unknown {
  if (hasMoreLevels(text, JSON_MAX_LEVELS))
    throw new AppError("invalid", toMessage("errors:too_deep", { count: JSON_MAX_LEVELS }));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "errors:json_expected", { cause });
  }
}

/**
 * Whether a JSON text nests objects and lists in more than `max` levels. It goes through the text once, which takes 0.2 ms
 * for the largest body. A deep value would break what goes through it by recursion: schemas, and JSON.stringify.
 */
function hasMoreLevels(text: string, max: number): boolean {
  let levels = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isInText = !isInText;
    else if (isInText) at += character === "\\" ? 1 : 0;
    else if (character === "{" || character === "[") levels += 1;
    else if (character === "}" || character === "]") levels -= 1;
    if (levels > max) return true;
  }
  return false;
}

function createTooLargeError(): AppError {
  return new AppError("too_large", "errors:too_large");
}
