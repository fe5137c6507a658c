/** The payment sandbox: a small server on this machine only that implements the provider's API. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerRequest } from "./answer-request";
import { makeClock, type Clock } from "./clock/clock";
import type { Contract } from "./contract";
import { readText } from "./http/body";
import { listen } from "./http/listen";
import type { Ledger } from "./ledger";
import { API_VERSION } from "./objects";
import { ENDPOINTS, INCLUDABLES } from "./resources/all";
import { insertWelcomeCode } from "./resources/promotion-codes";
import type { InvoiceSender } from "./pdf/invoice-pdf";
import { sendInvoicePdf } from "./pdf/send-pdf";
import { keepInMemory, openStateFile, type StateFile } from "./state/state-file";
import type { Api, Outgoing } from "./request-handler";
import { makeDeliverer, type Deliverer, type Webhook } from "./webhooks";

const MAX_BODY_BYTES = 256 * 1024;

export interface SandboxOptions {
  /** The JSON file that stores everything; null: nothing outlives the sandbox. */
  file: string | null;
  /** Must start with `sk_test_`: with a live key the sandbox does not start. */
  secretKey: string;
  publishableKey: string;
  /** Receives events; no events are sent when absent. */
  webhook?: Webhook;
  /** Receives thin events, with a secret of its own; none are sent when absent. */
  thinWebhook?: Webhook;
  /** The product's origin, which forwards `/sandbox/invoices/<token>.pdf`; links lead to the sandbox itself when absent. */
  publicUrl?: string;
  /** The sender of the invoices. */
  productName?: string;
  /** Below the name on invoices: the company, and the lines of its address. */
  senderLines?: readonly string[];
  /** The colour of the mark on invoices. */
  accent?: string;
  /** The product has a logo in place of the mark. */
  hasOwnLogo?: boolean;
  /** 0 or absent: any free port. */
  port?: number;
  /** Milliseconds; the real clock when absent. */
  now?: () => number;
  /** The provider's contract, against which tests check the sandbox. */
  contract?: Contract;
  /** Receives internal errors: an event that could not be delivered, a file that cannot be written. */
  report?: (fault: unknown) => void;
}

export interface Sandbox {
  port: number;
  /** Stops answering, lets the running delivery end, and saves everything to the file. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox on 127.0.0.1. Throws when the secret key is not a test key, the port is taken, or the file
 * belongs to another program.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  requireTestKeys(options);
  const file = options.file === null ? keepInMemory() : await openStateFile(options.file);
  const { report = ignore, webhook, thinWebhook } = options;
  let port = 0;
  const ledger = makeLedger(file, options, () => port);
  insertWelcomeCode(ledger);
  const deliverer = webhook
    ? makeDeliverer(ledger, { webhook, thinWebhook, save: () => file.save(), report })
    : null;
  const api: Api = {
    ledger,
    endpoints: ENDPOINTS,
    includables: INCLUDABLES,
    secretKey: options.secretKey,
    contract: options.contract ?? null,
    hear: () => deliverer?.waitUntilSent() ?? Promise.resolve(),
    report,
  };
  const clock = makeClock(ledger, { onChange: () => file.save().then(() => deliverer?.wake()), report });
  const server = createServer((request, response) => {
    serve({
      request,
      response,
      api,
      clock,
      file,
      publishableKey: options.publishableKey,
      sender: toSender(options),
    })
      .then(() => deliverer?.wake())
      .catch((fault: unknown) => {
        // A caller that disconnects during a request is not an error.
        if (request.complete) report(fault);
        response.destroy();
      });
  });
  port = await listen(server, options.port);
  clock.start();
  deliverer?.wake();
  return { port, close: () => close(server, { clock, deliverer, file }) };
}

function toSender(options: SandboxOptions): InvoiceSender {
  const { productName: name = "Payment sandbox", senderLines: lines = [] } = options;
  return { name, lines, accent: options.accent ?? "#4f46e5", hasOwnLogo: options.hasOwnLogo ?? false };
}

function requireTestKeys({ secretKey, publishableKey }: SandboxOptions): void {
  if (!secretKey.startsWith("sk_test_") || !publishableKey.startsWith("pk_test_")) {
    throw new Error(
      "The payment sandbox takes test keys only (sk_test_…, pk_test_…): it does not run beside live ones.",
    );
  }
}

function makeLedger({ state }: StateFile, options: SandboxOptions, getPort: () => number): Ledger {
  const { now = Date.now, webhook, thinWebhook } = options;
  return {
    state,
    now: () => Math.floor((now() + state.clockOffsetMs) / 1000),
    cause: null,
    apiVersion: API_VERSION,
    hasWebhook: () => webhook !== undefined,
    // The deliverer of the other events sends them, too.
    hasThinWebhook: () => webhook !== undefined && thinWebhook !== undefined,
    // Read each time: the product may get another public URL while the sandbox runs.
    toPdfUrl: (token) =>
      options.publicUrl === undefined
        ? `http://127.0.0.1:${getPort()}/invoice/${token}/pdf`
        : `${options.publicUrl}/sandbox/invoices/${token}.pdf`,
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  api: Api;
  clock: Clock;
  file: StateFile;
  publishableKey: string;
  sender: InvoiceSender;
}

async function serve({
  request,
  response,
  api,
  clock,
  file,
  publishableKey,
  sender,
}: Exchange): Promise<void> {
  const body = await readText(request, MAX_BODY_BYTES);
  if (body === null) {
    send(response, {
      status: 413,
      body: '{"error":{"type":"invalid_request_error","message":"Too large."}}',
      headers: {},
    });
    return;
  }
  const { pathname, search } = new URL(request.url ?? "/", "http://sandbox");
  if (request.method === "GET" && pathname.startsWith("/invoice/")) {
    await sendInvoicePdf(response, { ledger: api.ledger, path: pathname, sender });
    return;
  }
  const incoming = {
    method: request.method ?? "GET",
    path: pathname,
    query: search.slice(1),
    body,
    headers: request.headers,
  };
  const hasChanged = clock.applyDue();
  const made = await answerRequest(api, incoming, publishableKey);
  // The change is saved before the response, because the product may act on a response that a crash would otherwise
  // undo.
  if (hasChanged || incoming.method !== "GET") await file.save();
  send(response, made);
}

function send(response: ServerResponse, { status, body, headers }: Outgoing): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "stripe-version": API_VERSION,
    ...headers,
  });
  response.end(body);
}

async function close(
  server: Server,
  { clock, deliverer, file }: { clock: Clock; deliverer: Deliverer | null; file: StateFile },
): Promise<void> {
  clock.stop();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await deliverer?.stop();
  server.closeAllConnections();
  await closed;
  // Every response is already saved. Saving again could overwrite what another process has written since.
  await file.settled();
}

function ignore(): void {
  // Without a receiver for reports, the caller has already seen the failure in the response.
}
