/**
 * Stands between a running product and the payment provider, in both directions, so that a test can kill the product or
 * fail the provider at a chosen moment of a charge.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to the provider, or an event from it, as it passes the gate. */
export interface Passing {
  method: string;
  path: string;
  body: string;
  /** It creates a subscription, or changes what one bills. */
  isCharge: boolean;
  isEvent: boolean;
}

/** Each step may end the exchange: then nothing more is sent, and the connection breaks. */
export interface Watcher {
  /** Before it is passed on. */
  before?(passing: Passing, response: ServerResponse): Promise<"pass" | "break" | "answered"> | undefined;
  /** After the other side has answered, and before the answer is passed on. */
  between?(passing: Passing): Promise<"pass" | "break"> | undefined;
  /** After the answer was written. */
  after?(passing: Passing): void;
}

export interface Gate {
  /** For STRIPE_API_BASE. */
  url: string;
  /** For the provider's webhook. */
  webhookUrl: string;
  /** Everything that passed since the last call of `watch`. */
  passed: Passing[];
  watch(watcher: Watcher): void;
  /** Where both directions lead to. */
  connect(to: { provider: string; webhook: string }): void;
  close(): Promise<void>;
}

const EVENTS = "/events";

export async function startGate(): Promise<Gate> {
  let targets = { provider: "", webhook: "" };
  let watcher: Watcher = {};
  const passed: Passing[] = [];
  const server = createServer((request, response) => {
    pass(request, response, { targets, watcher, passed }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    webhookUrl: url + EVENTS,
    passed,
    watch(next) {
      watcher = next;
      passed.length = 0;
    },
    connect(to) {
      targets = to;
    },
    close: () => closeServer(server),
  };
}

interface Route {
  targets: { provider: string; webhook: string };
  watcher: Watcher;
  passed: Passing[];
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { targets, watcher, passed }: Route,
): Promise<void> {
  const passing = await readPassing(request);
  passed.push(passing);
  const decision = (await watcher.before?.(passing, response)) ?? "pass";
  if (decision === "answered") return;
  if (decision === "break") throw new Error("broken by the test");
  const to = passing.isEvent ? targets.webhook : targets.provider + passing.path;
  const answer = await fetch(to, {
    method: passing.method,
    headers: copyHeaders(request),
    redirect: "manual",
    ...(passing.body !== "" && { body: passing.body }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  if ((await watcher.between?.(passing)) === "break") throw new Error("broken by the test");
  response.writeHead(answer.status, listHeaders(answer.headers));
  response.end(body, () => watcher.after?.(passing));
}

async function readPassing(request: IncomingMessage): Promise<Passing> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [method, path, body] = [
    request.method ?? "GET",
    request.url ?? "/",
    Buffer.concat(chunks).toString("utf8"),
  ];
  const isCharge = method === "POST" && /^\/v1\/subscriptions(\/\w+)?$/.test(path) && body.includes("items");
  return { method, path, body, isCharge, isEvent: path === EVENTS };
}

const OWN_HEADERS = ["host", "connection", "content-length", "transfer-encoding", "keep-alive"];

function copyHeaders({ headers }: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
}

function listHeaders(headers: Headers): Record<string, string> {
  const own = [...OWN_HEADERS, "content-encoding"];
  return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
