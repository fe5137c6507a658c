/** The bodies of requests. */
import type { IncomingMessage } from "node:http";
import { createInvalidRequestError } from "./errors";

/** Reads the body to its end and returns it as text; null when it is larger than `maxBytes`. */
export async function readText(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size > maxBytes ? null : Buffer.concat(chunks).toString("utf8");
}

/** Throws 400 for anything else. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw Object.assign(createInvalidRequestError("The body must be JSON."), { cause });
  }
}
