/** The api door: an operation as a JSON call. Envelope `{ data, message? }`; failures `{ message, inputError? }`. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import { translator } from "~/i18n/translator.server";
import { perform, requireAccess, type Operation, type Reply } from "~/services/operation.server";
import { readJson } from "./body.server";
import { clearedSessionCookie, sessionCookie } from "./cookies.server";
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
  const { app, id, hints, address, agent } = context.request;
  let locale = await localeOf(request, null);
  try {
    const operation = operations.find((candidate) => candidate.method === method);
    if (!operation) throw new AppError("method_not_allowed", "errors:method_not_allowed");
    const identity = await identifyCall(app, hints, operation.acceptsCookie);
    locale = await localeOf(request, identity.viewer);
    requireAccess(operation, identity.viewer);
    const input = { ...(await inputOf(request, operation)), ...params };
    const reply = await perform(operation, input, {
      app,
      ...identity,
      caller: callerOf(hints),
      locale,
      address,
      agent,
    });
    return succeeded(reply, context.request, locale);
  } catch (thrown) {
    return failed(failureOf(thrown, app, id), locale);
  }
}

function inputOf(
  request: Request,
  { method, acceptsFiles, listField }: AnyOperation,
): Promise<Record<string, unknown>> | Record<string, unknown> {
  if (method === "GET") return Object.fromEntries(new URL(request.url).searchParams);
  return acceptsFiles && isUpload(request) ? readUpload(request) : readJson(request, listField);
}

function succeeded(reply: Reply<unknown>, { app }: RequestContext, locale: string): Response {
  const headers = new Headers();
  if (reply.session?.kind === "started") {
    headers.append("Set-Cookie", sessionCookie(app.config, reply.session.cookie, reply.session.expiresAt));
  }
  if (reply.session?.kind === "ended") {
    headers.append("Set-Cookie", clearedSessionCookie(app.config));
    headers.set("Clear-Site-Data", '"storage"');
  }
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
export async function apiUnknown({ request }: Args): Promise<Response> {
  return failed(new AppError("not_found", "errors:not_found"), await localeOf(request, null));
}
