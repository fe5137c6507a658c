/** Answers one request to the provider's API: authentication, endpoint, idempotency, validation, work, expansion. */
import { timingSafeEqual } from "node:crypto";
import type { Contract } from "./contract";
import { findEndpoint, type Endpoint } from "./http/endpoint";
import { createInvalidRequestError, SandboxError, createUnknownParameterError } from "./http/errors";
import { expand, type Includables } from "./http/expand";
import { parseForm, type FormTree } from "./http/form";
import { findSavedAnswer, saveAnswer } from "./http/idempotency";
import { requireRoom, type Ledger } from "./ledger";
import { createId } from "./state/ids";

export interface Incoming {
  method: string;
  /** Without the query string. */
  path: string;
  query: string;
  body: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Outgoing {
  status: number;
  body: string;
  headers: Record<string, string>;
}

export interface Api {
  ledger: Ledger;
  endpoints: readonly Endpoint[];
  includables: Includables;
  secretKey: string;
  contract: Contract | null;
  /** Resolves when the webhook has received the events so far, or does not receive them. */
  hear(): Promise<void>;
  /** Receives errors of the sandbox itself, which its caller sees as 500. */
  report(fault: unknown): void;
}

/** Answers one request. Never throws: an error becomes a response too. */
export function handleRequest(api: Api, incoming: Incoming): Outgoing {
  const requestId = createId("req");
  const key = incoming.method === "POST" ? (getHeader(incoming, "idempotency-key") ?? null) : null;
  try {
    authenticate(api, incoming);
    checkVersion(api, incoming);
    if (key === null)
      return toOutgoing({ requestId, ...runEndpoint(api, incoming, { requestId, idempotencyKey: null }) });
    return handleOnce(api, incoming, { requestId, key });
  } catch (fault) {
    return toOutgoing({ requestId, ...toErrorResponse(api, fault) });
  }
}

/**
 * Repeats the saved response of this idempotency key, or saves this one. A request that is rejected before it
 * starts is not saved.
 */
function handleOnce(
  api: Api,
  incoming: Incoming,
  { requestId, key }: { requestId: string; key: string },
): Outgoing {
  const request = { key, path: incoming.path, body: incoming.body };
  const nowMs = api.ledger.now() * 1000;
  const saved = findSavedAnswer(api.ledger.state, request, nowMs);
  if (saved) {
    const replay = { "idempotent-replayed": "true", "original-request": saved.requestId };
    return toOutgoing({ requestId, status: saved.status, body: saved.body, headers: replay });
  }
  const made = runEndpoint(api, incoming, { requestId, idempotencyKey: key });
  saveAnswer(api.ledger.state, request, { ...made, requestId, savedAtMs: nowMs });
  return toOutgoing({ requestId, ...made });
}

/** Throws when the request cannot start. An error after that is part of the response. */
function runEndpoint(
  api: Api,
  incoming: Incoming,
  cause: NonNullable<Ledger["cause"]>,
): { status: number; body: string } {
  const found = findEndpoint(api.endpoints, incoming);
  if (!found) throw createUnknownUrlError(incoming);
  const sent = parseForm([incoming.query, incoming.body].filter(Boolean).join("&"));
  const route = `${found.endpoint.method} ${found.endpoint.path}`;
  const fault = api.contract?.checkRequest(route, sent);
  if (fault) throw createUnknownParameterError(fault.param);

  const ledger = { ...api.ledger, cause };
  if (createsObjects(found.endpoint)) requireRoom(ledger);
  const result = runOrReturnError(() => found.endpoint.answer(ledger, { ids: found.ids, sent }));
  if (result instanceof SandboxError) {
    if (isRejectedBeforeStart(result)) throw result;
    return { status: result.status, body: JSON.stringify({ error: result.body }) };
  }
  const body = expand(ledger, { answer: result, paths: listExpandPaths(sent), includables: api.includables });
  checkContract(api, { route, body });
  return { status: 200, body: JSON.stringify(body) };
}

/** Whether the endpoint creates objects. Others, such as cancelling, work even when no more objects can be stored. */
function createsObjects({ method, path }: Endpoint): boolean {
  return method === "POST" && !/\/(cancel|create_preview|detach|void)$/.test(path);
}

function runOrReturnError(work: () => object): object {
  try {
    return work();
  } catch (error) {
    if (error instanceof SandboxError) return error;
    throw error;
  }
}

/** A wrong parameter is found before any work is done, so the same key can be used again with a correct one. */
function isRejectedBeforeStart(error: SandboxError): boolean {
  return error.body.code?.startsWith("parameter_") ?? false;
}

function listExpandPaths(sent: FormTree): string[] {
  return Array.isArray(sent.expand) ? sent.expand.filter((path) => typeof path === "string") : [];
}

function checkContract(api: Api, { route, body }: { route: string; body: object }): void {
  const fault = api.contract?.checkAnswer(route, body);
  if (fault)
    throw new Error(`${route} violates the contract in its response: ${fault.param} ${fault.message}`);
}

/** Throws 401 unless the request has the secret key; 403 with a publishable one. */
export function authenticate(api: Api, incoming: Incoming): void {
  const given = /^Bearer (.+)$/.exec(getHeader(incoming, "authorization") ?? "")?.[1];
  if (!given) {
    throw createUnauthorizedError(
      "You did not provide an API key. Provide it in the Authorization header, as a Bearer token.",
    );
  }
  if (given.startsWith("pk_")) {
    const message = "This API call cannot be made with a publishable API key. Please use a secret API key.";
    throw new SandboxError(403, { type: "invalid_request_error", message, code: "secret_key_required" });
  }
  if (!isSame(given, api.secretKey))
    throw createUnauthorizedError(`Invalid API Key provided: ${mask(given)}`);
}

function checkVersion(api: Api, incoming: Incoming): void {
  const version = getHeader(incoming, "stripe-version");
  if (version === undefined || version === api.ledger.apiVersion) return;
  throw createInvalidRequestError(
    `Invalid Stripe API version: ${version}. The sandbox speaks ${api.ledger.apiVersion}.`,
  );
}

/** Converts an error to a response. The sandbox's own errors are reported as well. */
export function toErrorResponse(api: Api, fault: unknown): { status: number; body: string } {
  if (fault instanceof SandboxError)
    return { status: fault.status, body: JSON.stringify({ error: fault.body }) };
  api.report(fault);
  const message = fault instanceof Error ? fault.message : "The payment sandbox failed.";
  return { status: 500, body: JSON.stringify({ error: { type: "api_error", message } }) };
}

function toOutgoing(made: {
  requestId: string;
  status: number;
  body: string;
  headers?: Record<string, string>;
}): Outgoing {
  const { requestId, status, body, headers } = made;
  return { status, body, headers: { "request-id": requestId, ...headers } };
}

function getHeader(incoming: Incoming, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function createUnauthorizedError(message: string): SandboxError {
  return new SandboxError(401, { type: "invalid_request_error", message });
}

function createUnknownUrlError({ method, path }: Incoming): SandboxError {
  const message = `Unrecognized request URL (${method}: ${path}). The payment sandbox has the part of the API that the product uses.`;
  return new SandboxError(404, { type: "invalid_request_error", message });
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Shows enough of a wrong key to recognize it. */
function mask(key: string): string {
  return key.length <= 12 ? "****" : `${key.slice(0, 8)}****${key.slice(-4)}`;
}
