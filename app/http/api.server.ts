/** Handles requests to the API: finds the operation by method and path, and runs it with the JSON of the request. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import type { LimitUse } from "~/domain/rate-limits";
import { OPERATIONS } from "~/services/operations.server";
import { requireAccess } from "~/services/platform/access.server";
import {
  runOperation,
  requireUpload,
  type Context,
  type Operation,
} from "~/services/platform/operation.server";
import { countKeyCall } from "~/services/keys/key-calls.server";
import { toLoggedCaller } from "./request-context.server";
import { setDeprecationHeaders, setRateLimitHeaders } from "./api-headers.server";
import { readJson, toFields } from "./body.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { createMethodError, toAppError } from "./failure.server";
import { toCaller, identifyCall } from "./identify.server";
import { getLocale } from "./locale.server";
import { toApiResponse, toErrorResponse } from "./reply.server";
import { countProxies, readSetupToken } from "./setup-credentials.server";
import { isUpload, readUpload } from "./upload.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Runs the operation of the request. Answers 404 for an unknown path, and 405 for a method that the path does not have. */
export async function handleApi(args: Args): Promise<Response> {
  try {
    return await answerCall(getOperation(args.request), args);
  } catch (thrown) {
    return toErrorResponse(
      toAppError(thrown, args.context.request),
      await getLocale(args.context.request, null),
    );
  }
}

interface MatchedOperation {
  operation: Operation;
  /** The path's parameters, decoded. */
  parameters: Record<string, string>;
}

/** Runs the operation with the input of the request, and answers with its data or its failure. */
export async function answerCall(
  { operation, parameters }: MatchedOperation,
  { request, context }: Args,
): Promise<Response> {
  const { app, hints, ip, exactIp, agent, isLocalCaller, answerBy } = context.request;
  context.request.route = operation.path;
  const origin = { ip, exactIp };
  const limitUses = new Map<string, LimitUse>();
  let viewer: Viewer | null = null;
  const answer = async (): Promise<Response> => {
    const identity = await identifyCall(app, { hints, origin }, operation.acceptsCookie);
    viewer = identity.viewer;
    context.request.caller = toLoggedCaller(viewer);
    const locale = await getLocale(context.request, viewer);
    await requireAccess(operation, { app, ...identity });
    if (viewer?.key) countKeyCall(app, viewer, origin);
    const idempotencyKey = request.headers.get("Idempotency-Key") ?? undefined;
    const from = { caller: toCaller(hints), locale, ip, agent, isLocalCaller, answerBy };
    const setup = { token: readSetupToken(request.headers), proxies: countProxies(request.headers) };
    const caller = { app, ...identity, ...from, idempotencyKey, limitUses, setup };
    // Before the body is read: a closed setup answers every body alike.
    if (operation.isSetup) await app.setup.require(caller);
    const input = { ...(await readInput(request, operation, caller)), ...parameters };
    return toApiResponse(await runOperation(operation, input, caller), app, locale);
  };
  const response = await answer().catch(async (thrown: unknown) => {
    const failure = toAppError(thrown, context.request);
    const { limitUse } = failure.detail;
    if (limitUse) limitUses.set(limitUse.limit.name, limitUse);
    return toErrorResponse(failure, await getLocale(context.request, viewer));
  });
  setRateLimitHeaders(response.headers, [...limitUses.values()]);
  setDeprecationHeaders(response.headers, operation, app.config.appUrl);
  return response;
}

/** Answers 405: the missing loader or action of a route next to the operations. `allow` lists the methods that the route has. */
export function rejectMethod(allow: readonly string[]) {
  return async ({ context }: Args): Promise<Response> =>
    toErrorResponse(createMethodError(allow), await getLocale(context.request, null));
}

interface ApiPath {
  /** One for each method of the path. */
  operations: readonly Operation[];
  /** The path's parameters, decoded. */
  parameters: Record<string, string>;
}

/** Fixed paths come before those with parameters: `/api/user/permissions` before `/api/user/:id`. */
const PATHS = [...new Set(OPERATIONS.map(({ path }) => path))]
  .sort((a, b) => Number(a.includes(":")) - Number(b.includes(":")))
  .map((path) => ({
    segments: path.split("/"),
    operations: OPERATIONS.filter((operation) => operation.path === path),
  }));

/**
 * Finds the operations at a path as Remix finds a route: case, escapes and trailing slashes make no difference. Returns
 * null for a path without an operation.
 */
export function findApiPath(pathname: string): ApiPath | null {
  const segments = pathname.replace(/\/+$/, "").split("/").map(decodeURIComponent);
  const found = PATHS.find((path) => matches(path.segments, segments));
  if (!found) return null;
  const named = found.segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1), segments[index]]] : [],
  );
  return { operations: found.operations, parameters: Object.fromEntries(named) as Record<string, string> };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => {
      const value = segments[index] ?? "";
      return isParameter(part) ? value !== "" : value.toLowerCase() === part;
    })
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

/** HEAD runs the operation of GET: Remix removes the body from the response. */
function getOperation(request: Request): MatchedOperation {
  const found = findApiPath(new URL(request.url).pathname);
  if (!found) throw new AppError("not_found", "errors:not_found");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const operation = found.operations.find((candidate) => candidate.method === method);
  if (operation) return { operation, parameters: found.parameters };
  throw createMethodError(
    found.operations.flatMap((known) => (known.method === "GET" ? ["GET", "HEAD"] : known.method)),
  );
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
  return toFields(await readUpload(request));
}
