/**
 * Posts a webhook to a server that a user has named. The server's IP is checked when the connection is made, so a name
 * that resolves differently the second time gains nothing. Redirects are not followed.
 */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { WEBHOOK_AGENT } from "~/domain/stored-names";
import { seconds } from "~/domain/limits";
import { createGuardedLookup, RefusedIpError } from "../network/guarded-lookup";
import { readStart } from "../network/read-start";
import { createUserNames, type UserNames } from "../network/user-names";
import { findUrlFault, mayConnect, type TargetRules, type UrlFault } from "./target-url";

/** The time limit of one delivery: finding the server's IP, connecting, sending, and reading the response. */
export const WEBHOOK_TIMEOUT_MS = seconds(5);
/** How much of a response is read, and stored as an excerpt. */
const WEBHOOK_EXCERPT_MAX_BYTES = 500;

export interface OutgoingWebhook {
  /** Whose it is. */
  accountId: string;
  url: string;
  body: string;
  /** Those that identify and sign the message. */
  headers: Record<string, string>;
}

export type WebhookResult =
  | { kind: "answered"; status: number; excerpt: string }
  | { kind: "timeout" }
  | { kind: "unreachable" }
  /** Only this network can reach the server. */
  | { kind: "private" }
  /** The URL names this machine, and a rule refuses it. */
  | { kind: "local" };

export interface WebhookSender {
  /** Never throws. */
  post(webhook: OutgoingWebhook): Promise<WebhookResult>;
}

export interface SenderOptions {
  targets: TargetRules;
  /** Tests replace the name servers. */
  names?: UserNames;
  timeoutMs?: number;
}

export function createWebhookSender({
  targets,
  names = createUserNames(),
  timeoutMs = WEBHOOK_TIMEOUT_MS,
}: SenderOptions): WebhookSender {
  return {
    async post(webhook) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        // Again, because the settings may have changed since the URL was saved.
        const fault = await findUrlFault(webhook.url, targets);
        if (fault) return { kind: toRefusal(fault) };
        const url = new URL(webhook.url);
        const resolveName = names.createResolver({ accountId: webhook.accountId, signal });
        const lookup = createGuardedLookup((ip) => mayConnect(ip, url, targets), resolveName);
        return await send(url, webhook, { lookup, signal });
      } catch (cause) {
        if (cause instanceof RefusedIpError) return { kind: "private" };
        return { kind: signal.aborted ? "timeout" : "unreachable" };
      }
    },
  };
}

function toRefusal(fault: UrlFault): "local" | "private" {
  return fault === "local" || fault === "local_port" ? "local" : "private";
}

type Connection = Required<Pick<RequestOptions, "lookup" | "signal">>;

function send(url: URL, { body, headers }: OutgoingWebhook, connection: Connection): Promise<WebhookResult> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const options: RequestOptions = {
    ...connection,
    method: "POST",
    // A connection of its own: one that is kept open would skip the next look-up.
    agent: false,
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": WEBHOOK_AGENT,
    },
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      readExcerpt(response).then(
        (excerpt) => resolve({ kind: "answered", status: response.statusCode ?? 0, excerpt }),
        reject,
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** The text that a user reads later: without control characters, which some databases cannot store either. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const text = await readStart(response, WEBHOOK_EXCERPT_MAX_BYTES);
  return text.replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, " ").trim();
}
