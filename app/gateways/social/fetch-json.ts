/** Sends requests to a network. Time and size are limited, redirects fail, and errors contain nothing of the body. */
import { SOCIAL_ANSWER_MAX_BYTES } from "~/domain/limits";
import { SocialError } from "./social";

export interface JsonRequest {
  headers?: Record<string, string>;
  /** Sends these fields as a form, by POST; without them the request is a GET. */
  form?: Record<string, string>;
  signal: AbortSignal;
}

/** Returns the parsed JSON of a 2xx response. Throws SocialError for every other response, and when none arrives. */
export async function fetchJson(url: string, { headers, form, signal }: JsonRequest): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: "application/json", ...headers },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
    redirect: "error",
    signal,
  }).catch((cause: unknown) => {
    throw new SocialError("failed", "the network cannot be reached", cause);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new SocialError("failed", `the network answered ${response.status}`);
  }
  return parseJson(await readText(response));
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Node's streams are async iterables, which the browser's types do not include.
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > SOCIAL_ANSWER_MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new SocialError("failed", "the network's response is incomplete", cause);
  }
  if (size > SOCIAL_ANSWER_MAX_BYTES) throw new SocialError("failed", "the network's response is too large");
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SocialError("failed", "the network's response is not JSON");
  }
}
