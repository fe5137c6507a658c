/** A fetch for servers that a setting or another server names: certain IPs only, soon, of limited size, without redirects. */
import { Agent, request as send } from "undici";
import {
  createGuardedLookup,
  isRefusedIp,
  RefusedIpError,
  resolveOperatorName,
  type ResolveName,
} from "./guarded-lookup";

interface GuardedFetchOptions {
  mayReach(ip: string): boolean;
  /** Of an answer's body, as it is sent. */
  maxBytes: number;
  timeoutMs: number;
  /** Tests replace the DNS. */
  resolveName?: ResolveName;
}

/** A request as openid-client makes it. */
interface Outgoing {
  method: string;
  headers: Record<string, string>;
  body?: string | null;
}

/**
 * Every connection goes to an IP that was checked when it was made, so a name that resolves differently the second time
 * gains nothing. Throws for an IP that may not be reached, and for an answer that is too large or too slow.
 */
export async function fetchGuarded(
  url: string,
  request: Outgoing,
  options: GuardedFetchOptions,
): Promise<Response> {
  const { mayReach, maxBytes, timeoutMs, resolveName = resolveOperatorName } = options;
  if (isRefusedIp(new URL(url), mayReach)) throw new RefusedIpError("the IP may not be reached");
  const agent = new Agent({
    connect: { lookup: createGuardedLookup(mayReach, resolveName), timeout: timeoutMs },
    maxResponseSize: maxBytes,
  });
  try {
    const { method, headers, body } = request;
    const {
      statusCode,
      headers: received,
      body: answer,
    } = await send(url, {
      method: method as "GET",
      headers,
      body: body ?? null,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Not decoded: a few compressed kilobytes could become any number.
    const text = await answer.text();
    const isEmpty = statusCode === 204 || statusCode === 304;
    return new Response(isEmpty ? null : text, { status: statusCode, headers: toHeaders(received) });
  } finally {
    void agent.destroy();
  }
}

function toHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}
