/** Asks a server that the operator has named for a short answer: that server only, soon, and without redirects. */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";
import {
  createGuardedLookup,
  isRefusedIp,
  RefusedIpError,
  resolveOperatorName,
  type ResolveName,
} from "./guarded-lookup";
import { mayOperatorReach } from "./operator-ips";
import { readStart } from "./read-start";

/** How much of its answer is read. */
const PROBE_MAX_BYTES = 4096;

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

interface ProberOptions {
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
      if (isRefusedIp(url, mayOperatorReach)) return { kind: "forbidden" };
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
      readStart(response, PROBE_MAX_BYTES).then(
        (body) => resolve({ kind: "answered", status: response.statusCode ?? 0, body }),
        reject,
      );
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function toFailure(error: unknown): ProbeResult {
  if (error instanceof RefusedIpError) return { kind: "forbidden" };
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { kind: "unknown_host" };
  if (code === "ECONNREFUSED") return { kind: "refused" };
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) return { kind: "certificate", code };
  return { kind: "unreachable" };
}
