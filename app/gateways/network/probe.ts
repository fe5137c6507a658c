/** Asks a server that the operator has named for a short answer: that server only, soon, and without redirects. */
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { PROBE_MAX_BYTES, PROBE_TIMEOUT_MS } from "~/domain/setup-limits";
import { createGuardedLookup, RefusedIpError, resolveOperatorName, type ResolveName } from "./guarded-lookup";
import { mayOperatorReach } from "./operator-ips";

export type ProbeResult =
  | { kind: "answered"; status: number; body: string }
  | { kind: "unknown_host" }
  | { kind: "refused" }
  | { kind: "timeout" }
  /** Its certificate is not valid; `code` is OpenSSL's. */
  | { kind: "certificate"; code: string }
  | { kind: "unreachable" }
  /** It has an IP that may not be reached. */
  | { kind: "forbidden" };

export interface Prober {
  /** Never throws. `url` has no user name. */
  get(url: URL): Promise<ProbeResult>;
}

export interface ProberOptions {
  /** Tests replace the DNS. */
  resolveName?: ResolveName;
  timeoutMs?: number;
}

export function createProber({
  resolveName = resolveOperatorName,
  timeoutMs = PROBE_TIMEOUT_MS,
}: ProberOptions = {}): Prober {
  return {
    async get(url) {
      const host = url.hostname.replace(/^\[|\]$/g, "");
      // Node resolves no IP, so the look-up would not see it.
      if (isIP(host) !== 0 && !mayOperatorReach(host)) return { kind: "forbidden" };
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await send(url, createGuardedLookup(mayOperatorReach, resolveName), signal);
      } catch (error) {
        return signal.aborted ? { kind: "timeout" } : toFailure(error);
      }
    },
  };
}

function send(
  url: URL,
  lookup: ReturnType<typeof createGuardedLookup>,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { lookup, signal, agent: false }, (response) => {
      readStart(response).then(
        (body) => resolve({ kind: "answered", status: response.statusCode ?? 0, body }),
        reject,
      );
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** Reads the beginning of the answer, and closes the connection. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= PROBE_MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, PROBE_MAX_BYTES).toString("utf8");
}

function toFailure(error: unknown): ProbeResult {
  if (error instanceof RefusedIpError) return { kind: "forbidden" };
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { kind: "unknown_host" };
  if (code === "ECONNREFUSED") return { kind: "refused" };
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) return { kind: "certificate", code };
  return { kind: "unreachable" };
}
