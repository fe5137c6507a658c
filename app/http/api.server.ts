/** Handles a request to the API: a JSON call of an operation. Answers `{ data, message? }`, failures `{ message, inputError? }`. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import { translator } from "~/i18n/translator.server";
import {
  runOperation,
  requireAccess,
  requireUpload,
  type Context,
  type Operation,
  type Reply,
} from "~/services/platform/operation.server";
import { findApiPath } from "./api-paths.server";
import { readJson } from "./body.server";
import { setSessionCookies } from "./cookies.server";
import { toAppError } from "./failure.server";
import { toCaller, identifyCall } from "./identify.server";
import { getLocale } from "./locale.server";
import type { RequestContext } from "./request-context.server";
import { isUpload, readUpload } from "./upload.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Finds the operation by the request's method and path, and runs it. 404 for an unknown path, 405 for a method it lacks. */
export async function handleApi({ request, context }: Args): Promise<Response> {
  const { app, id, hints, ip, agent, isLocalCaller } = context.request;
  let locale = await getLocale(context.request, null);
  try {
    const { operation, parameters } = getOperation(request);
    const identity = await identifyCall(app, hints, operation.acceptsCookie);
    locale = await getLocale(context.request, identity.viewer);
    requireAccess(operation, identity.viewer);
    const caller = { app, ...identity, caller: toCaller(hints), locale, ip, agent, isLocalCaller };
    const input = { ...(await readInput(request, operation, caller)), ...parameters };
    const reply = await runOperation(operation, input, caller);
    return toResponse(reply, context.request, locale);
  } catch (thrown) {
    return toErrorResponse(toAppError(thrown, app, id), locale);
  }
}

/** 405: for a route beside the operations that has either a loader or an action. */
export async function rejectMethod({ context }: Args): Promise<Response> {
  const failure = new AppError("method_not_allowed", "errors:method_not_allowed");
  return toErrorResponse(failure, await getLocale(context.request, null));
}

/** HEAD runs the operation of GET: Remix leaves the body out of the response. */
function getOperation(request: Request): { operation: Operation; parameters: Record<string, string> } {
  const found = findApiPath(new URL(request.url).pathname);
  if (!found) throw new AppError("not_found", "errors:not_found");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const operation = found.operations.find((candidate) => candidate.method === method);
  if (!operation) throw new AppError("method_not_allowed", "errors:method_not_allowed");
  return { operation, parameters: found.parameters };
}

async function readInput(
  request: Request,
  operation: Operation,
  caller: Context,
): Promise<Record<string, unknown>> {
  const { method, acceptsFiles, listField } = operation;
  if (method === "GET") return Object.fromEntries(new URL(request.url).searchParams);
  if (!acceptsFiles || !isUpload(request)) return readJson(request, listField);
  await requireUpload(operation, caller);
  return readUpload(request);
}

function toResponse(reply: Reply<unknown>, { app }: RequestContext, locale: string): Response {
  const headers = new Headers();
  setSessionCookies(headers, app.config, reply.session);
  const message = reply.message && translator(locale).message(reply.message);
  return Response.json({ data: reply.data, ...(message && { message }) }, { headers });
}

/** 429 is one plain sentence, because clients show its body as it is. */
export function toErrorResponse(failure: AppError, locale: string): Response {
  const { inputError, plan, retryAfterSeconds } = failure.detail;
  const message = translator(locale).message(failure.messageKey);
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  const { status } = failure;
  if (failure.code === "too_many") {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(message, { status, headers });
  }
  const body = { message, ...(inputError && { inputError }), ...(plan !== undefined && { data: { plan } }) };
  return Response.json(body, { status, headers });
}
