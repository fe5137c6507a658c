/** Calls to a network: bounded in time and size, never redirected, and nothing of their answers in an error. */
import { SOCIAL_ANSWER_MAX_BYTES } from "~/domain/limits";
import { SocialError } from "./social";

export interface NetworkCall {
  headers?: Record<string, string>;
  /** Sent as a form; without it the call is a GET. */
  form?: Record<string, string>;
  signal: AbortSignal;
}

/** What the network answers, as parsed JSON. Throws SocialError for anything but an answer of 2xx within bounds. */
export async function callNetwork(address: string, { headers, form, signal }: NetworkCall): Promise<unknown> {
  const response = await fetch(address, {
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
  return parse(await textOf(response));
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Node's streams are iterable; the browser's types do not know it.
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > SOCIAL_ANSWER_MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new SocialError("failed", "the network's answer broke off", cause);
  }
  if (size > SOCIAL_ANSWER_MAX_BYTES) throw new SocialError("failed", "the network's answer is too large");
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SocialError("failed", "the network's answer is no JSON");
  }
}
