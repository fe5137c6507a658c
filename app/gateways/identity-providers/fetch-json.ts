/** Sends requests to a provider. Time and size are limited, redirects fail, and errors contain nothing of the body. */
import type { AppLoadContext } from "@remix-run/node";
import * as z from "zod";
import { IDENTITY_PROVIDER_ANSWER_MAX_BYTES } from "~/domain/limits";
import { IdentityProviderError } from "./identity-provider";

interface JsonRequest {
  headers?: Record<string, string>;
  /** Sends these fields as a form, by POST; without them the request is a GET. */
  form?: Record<string, string>;
  signal: AbortSignal;
}

/** An access token, and the signal that aborts its requests. */
export interface Bearer {
  accessToken: string;
  signal: AbortSignal;
}

/** A user's id at a provider: not empty, and short enough for its column. */
export const subjectShape = z.string().regex(/^[\x21-\x7e]{1,190}$/);

/** Fetches the user of an access token. Throws IdentityProviderError when the response does not match the schema. */
export async function fetchUser<Schema extends z.ZodType>(
  schema: Schema,
  { url, accessToken, signal }: { url: string } & Bearer,
): Promise<z.output<Schema>> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const parsed = schema.safeParse(await fetchJson(url, { headers, signal }));
  if (!parsed.success)
    throw new IdentityProviderError("failed", "the provider does not say who the user is", parsed.error);
  return parsed.data;
}

/** Returns the parsed JSON of a 2xx response. Throws IdentityProviderError for every other response, and when none arrives. */
export async function fetchJson(url: string, { headers, form, signal }: JsonRequest): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: "application/json", ...headers },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
    redirect: "error",
    signal,
  }).catch((cause: unknown) => {
    throw new IdentityProviderError("failed", "the provider cannot be reached", cause);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new IdentityProviderError("failed", `the provider answered ${response.status}`);
  }
  return parseJson(await readText(response));
}

/** Reads at most IDENTITY_PROVIDER_ANSWER_MAX_BYTES. Throws IdentityProviderError for a larger response, and for one that ends early. */
export async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Node's streams are async iterables, which the browser's types do not include.
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > IDENTITY_PROVIDER_ANSWER_MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new IdentityProviderError("failed", "the provider's response is incomplete", cause);
  }
  if (size > IDENTITY_PROVIDER_ANSWER_MAX_BYTES)
    throw new IdentityProviderError("failed", "the provider's response is too large");
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new IdentityProviderError("failed", "the provider's response is not JSON");
  }
}

/** Returns the URL of the real provider, or the same path below `base`. */
export function toUrl(url: string, base: string | undefined): string {
  return base === undefined ? url : base.replace(/\/+$/, "") + new URL(url).pathname;
}

/** The signal that aborts all requests of one sign-in. The caller of `authenticate` sets it as `context.signal`. */
export function getSignal(context: AppLoadContext | undefined): AbortSignal {
  const signal = context?.signal;
  if (!(signal instanceof AbortSignal)) throw new TypeError("context.signal must be an AbortSignal");
  return signal;
}
