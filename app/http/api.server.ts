/** The api door: an operation as a JSON call. Envelope `{ data, message? }`; failures `{ message, inputError? }`. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import { translator } from "~/i18n/translator.server";
import {
  perform,
  requireAccess,
  requireUpload,
  type Context,
  type Operation,
  type Reply,
} from "~/services/operation.server";
import { readJson } from "./body.server";
import { setSessionCookies } from "./cookies.server";
import { failureOf } from "./failure.server";
import { callerOf, identifyCall } from "./identify.server";
import { localeOf } from "./locale.server";
import type { RequestContext } from "./request-context.server";
import { isUpload, readUpload } from "./upload.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type AnyOperation = Operation;

/** The loader of an API path. HEAD is answered like GET, without a body, by the framework. */
export function apiLoader(...operations: AnyOperation[]) {
  return (args: LoaderFunctionArgs): Promise<Response> => answer(args, operations, "GET");
}

/** The action of an API path: the operation is chosen by the method. */
export function apiAction(...operations: AnyOperation[]) {
  return (args: ActionFunctionArgs): Promise<Response> => answer(args, operations, args.request.method);
}

async function answer(args: Args, operations: AnyOperation[], method: string): Promise<Response> {
  const { request, params, context } = args;
  const { app, id, hints, address, agent, isLocalCaller } = context.request;
  let locale = await localeOf(context.request, null);
  try {
    const operation = operations.find((candidate) => candidate.method === method);
    if (!operation) throw new AppError("method_not_allowed", "errors:method_not_allowed");
    const identity = await identifyCall(app, hints, operation.acceptsCookie);
    locale = await localeOf(context.request, identity.viewer);
    requireAccess(operation, identity.viewer);
    const caller = { app, ...identity, caller: callerOf(hints), locale, address, agent, isLocalCaller };
    const input = { ...(await inputOf(request, operation, caller)), ...params };
    const reply = await perform(operation, input, caller);
    return succeeded(reply, context.request, locale);
  } catch (thrown) {
    return failed(failureOf(thrown, app, id), locale);
  }
}

async function inputOf(
  request: Request,
  operation: AnyOperation,
  caller: Context,
): Promise<Record<string, unknown>> {
  const { method, acceptsFiles, listField } = operation;
  if (method === "GET") return Object.fromEntries(new URL(request.url).searchParams);
  if (!acceptsFiles || !isUpload(request)) return readJson(request, listField);
  await requireUpload(operation, caller);
  return readUpload(request);
}

function succeeded(reply: Reply<unknown>, { app }: RequestContext, locale: string): Response {
  const headers = new Headers();
  setSessionCookies(headers, app.config, reply.session);
  const message = reply.message && translator(locale).message(reply.message);
  return Response.json({ data: reply.data, ...(message && { message }) }, { headers });
}

/** A failure on the wire. 429 is one plain sentence, because the client shows the body as it is. Spec §8. */
export function failed(failure: AppError, locale: string): Response {
  const { inputError, plan, retryAfterSeconds } = failure.detail;
  const message = translator(locale).message(failure.said);
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

/** 404 for a path that is no operation's. */
export async function apiUnknown({ context }: Args): Promise<Response> {
  return failed(new AppError("not_found", "errors:not_found"), await localeOf(context.request, null));
}
