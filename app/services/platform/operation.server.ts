/**
 * An operation is the unit of the product: defined once, and called by a page's action, its loader and the API
 * (app/http/). All of them call `runOperation`, so that no caller can skip the checks.
 */
import type { $ZodType, output } from "zod/v4/core";
import { AppError } from "~/domain/errors";
import type { PaymentAction } from "~/domain/forms/reply";
import type { Locale } from "~/domain/locales";
import type { KeyedMessage } from "~/domain/messages";
import { isPageNumberGiven } from "~/domain/page-number";
import type { LimitUse, RateLimit } from "~/domain/rate-limits";
import { DuplicateError, InvalidPlaceError, StoreUnavailableError } from "~/models/store/store";
import { answerInTime } from "./answer-in-time.server";
import { authorize, requireAccess, type Access, type AccessRule, type Requester } from "./access.server";
import type { App } from "./app.server";
import { recordImpersonatedWrite } from "./audit/audit.server";
import { runOnce } from "./idempotency.server";
import { createNoKeysError } from "./key-access.server";
import {
  consumeLimits,
  listLimits,
  logFailedAttempt,
  runWithinLimits,
} from "./rate-limits/operation-limits.server";
import { validateInput } from "./validate-input.server";
import type { SetupCredentials } from "./setup/setup-access.server";
import type { SessionViewer, Viewer } from "./viewer.server";

/** The origin of a call: a page's form, a script in a browser, or a program that is not a browser. */
export type Caller = "page" | "browser" | "script";

/** Everything that an operation may know about the call. */
export interface Context extends Requester {
  app: App;
  /** The hash of the request's device cookie; null without one. */
  deviceHash: string | null;
  /** The hash of the cookie that binds a passkey's challenge to this browser; null without one. */
  browserHash?: string | null;
  /** The token of a script's own session, as the request contains it, where it has identified the caller. */
  scriptToken?: string;
  caller: Caller;
  locale: Locale;
  /** By field, the values that the page of the form showed. Undefined for an API call. */
  shown?: Readonly<Record<string, string>>;
  /** The Idempotency-Key of an API call. */
  idempotencyKey?: string;
  ip: string;
  /** The User-Agent header. */
  agent: string;
  /** When the request has to be answered, by `performance.now()`. Undefined: no request waits. */
  answerBy?: number;
  /** Collects what an API call consumes of its limits, by the limit's name. */
  limitUses?: Map<string, LimitUse>;
  /** Whether the call comes from this machine, without a proxy. The sandboxes for mail, payments and networks require it. */
  isLocalCaller: boolean;
  /** The request's credentials for setting the product up. */
  setup?: SetupCredentials;
}

/** How the handler changes the browser's cookies after the operation. `cookie` is the session's token. */
export type SessionChange =
  /** `device` is the new token of the device cookie, after a sign-in. */
  { kind: "started"; cookie: string; expiresAt: Date; device?: string } | { kind: "ended" };

export interface Reply<Data> {
  data: Data;
  message?: KeyedMessage;
  /** Nothing has changed yet: the card holder must confirm the payment, and the same request is sent again. */
  payment?: PaymentAction;
  session?: SessionChange;
  /** The new token of the cookie that binds a passkey's challenge to this browser. */
  browserCookie?: string;
  /** Whether the next page offers to add a passkey; undefined changes nothing. */
  offersPasskey?: boolean;
  /** A sign-in is complete, for the metrics. */
  isSignIn?: true;
  /** The answer is that of an earlier call with the same Idempotency-Key. */
  isReplayed?: boolean;
}

/** The removal of a call. docs/api.md says how long before it is announced. */
export interface Deprecation {
  /** The day since which it is deprecated, as ISO 8601. */
  since: string;
  /** The day on which it is removed. */
  until: string;
  /** Its replacement, as a sentence for the documentation. */
  instead: string;
}

export type Operation<Input extends $ZodType = $ZodType, Data = unknown> = Definition<Input, Data> &
  MethodRule;

/** A write says whether it needs the session's own cookie, and a read may. */
type MethodRule =
  | { method: "GET"; needsOwnSession?: true }
  | { method: "POST" | "PUT" | "PATCH" | "DELETE"; needsOwnSession: boolean };

interface Definition<Input extends $ZodType, Data> extends AccessRule {
  /** The unique name in the API's documentation. */
  name: string;
  path: `/api/${string}`;
  /** One sentence for the API's documentation. */
  summary: string;
  /**
   * When the session cookie authenticates an API call. `alone`: without a bearer token, for reading before the page has
   * one. `with_bearer`: with an expired one; another site can make the browser send the cookie, but no token.
   */
  acceptsCookie?: "alone" | "with_bearer";
  input: Input;
  /** The field for a body that is a list instead of an object. */
  listField?: string;
  /**
   * Accepts multipart/form-data with a file; other operations accept only JSON. Reading a file costs more than other
   * input, so it has access and limits of its own.
   */
  acceptsFiles?: { access: Access; limits: readonly RateLimit[] };
  output: $ZodType<Data>;
  /** A write without a limit that counts every attempt has `WRITE_LIMITS` as well. */
  limits?: readonly RateLimit[];
  /** A caller may repeat the call with the same Idempotency-Key, and it runs once. Never with a call that changes a session. */
  acceptsIdempotencyKey?: true;
  /**
   * Asks for the password or code of such a call before a repeated one gets the answer of the first. Required where
   * `run` asks for it. Throws when it is missing or wrong.
   */
  confirmRepeat?(input: output<Input>, context: Context): Promise<void>;
  /** It reads or deletes all that a user or an account has, and is waited for longer than `answerBy`. */
  takesLong?: true;
  /** It is going to be removed. Its answers say so, and the documentation. */
  deprecated?: Deprecation;
  /** Its answer may ask the card holder to confirm a payment. */
  canCharge?: boolean;
  /**
   * Its own entry in the account's log names everything that it changes, and stands for the general one of what a master
   * does as a user.
   */
  auditsItself?: true;
  /** A part of setup: only for the holder of its token, and only while setup is open. */
  isSetup?: true;
  run(input: output<Input>, context: Context): Promise<Reply<Data>>;
}

/** The part of the input that a path's parameters contain: `{ id: string }` for `"/api/user/:id"`. */
export type PathParameters<Path extends string> = Record<ParameterName<Path>, string>;

type ParameterName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterName<Segment> | ParameterName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Defines an operation, with types inferred from its schemas. An input without its path's parameters does not compile. */
export function defineOperation<
  const Path extends Operation["path"],
  Input extends $ZodType<unknown, PathParameters<Path>>,
  Data,
>(definition: Operation<Input, Data> & { path: Path }): Operation<Input, Data> {
  return definition;
}

/** Checks access, input and rate limits, then runs the operation. Throws AppError. */
export async function runOperation<Input extends $ZodType, Data>(
  operation: Operation<Input, Data>,
  raw: unknown,
  context: Context,
): Promise<Reply<Data>> {
  const { metrics, traces } = context.app;
  const run = () =>
    answerInTime(operation, context, (app) => checkAndRun(operation, raw, { ...context, app }));
  const reply = await (traces ? traces.run({ kind: "operation", name: operation.name }, run) : run());
  if (reply.isSignIn) metrics.countSignIn();
  return reply;
}

async function checkAndRun<Input extends $ZodType, Data>(
  operation: Operation<Input, Data>,
  raw: unknown,
  context: Context,
): Promise<Reply<Data>> {
  await requireAccess(operation, context);
  if (operation.isSetup) await context.app.setup.require(context);
  const input = validateInput(operation.input, raw);
  const confirmRepeat = operation.confirmRepeat && (async () => operation.confirmRepeat?.(input, context));
  try {
    const limits = listLimits(operation, context.viewer);
    const reply = await runWithinLimits({ limits, input, context }, () =>
      runOnce({ operation, input: raw, confirmRepeat, context }, () =>
        recordImpersonatedWrite(operation, { input, context }, () => operation.run(input, context)),
      ),
    );
    return isListByNumber(input) ? { ...reply, message: "data:page_number.call" } : reply;
  } catch (failure) {
    logFailedAttempt(failure, { operation: operation.name, input }, context);
    throw failure;
  }
}

/** Only the input of a list by cursors has the field `page` (app/domain/paging.ts). */
function isListByNumber(input: unknown): boolean {
  return typeof input === "object" && input !== null && isPageNumberGiven(input);
}

/** Throws when the caller may not send a file now. A handler checks it before it reads the file. */
export async function requireUpload(
  { name, acceptsFiles }: Pick<Operation, "name" | "acceptsFiles">,
  context: Context,
): Promise<void> {
  if (!acceptsFiles) return;
  const { access, limits } = acceptsFiles;
  await authorize(access, context);
  try {
    await consumeLimits({ limits, input: {}, context });
  } catch (failure) {
    logFailedAttempt(failure, { operation: name, input: {} }, context);
    throw failure;
  }
}

/** The signed-in user, or the member that an API key acts as. Throws unauthenticated without one. */
export function requireViewer(context: Context): Viewer {
  if (!context.viewer) throw new AppError("unauthenticated", "errors:sign_in_first");
  return context.viewer;
}

/** The viewer of a session, in what no API key may do. Throws unauthenticated without a viewer, and forbidden for a key. */
export function requireSession(context: Context): SessionViewer {
  const viewer = requireViewer(context);
  if (viewer.key) throw createNoKeysError();
  return viewer;
}

/** How soon a client may try again when the database is not available. */
const STORE_RETRY_AFTER_SECONDS = 5;

/**
 * Converts an error of the store to an AppError: unavailable, conflict for a duplicate, or invalid for a cursor that leads
 * nowhere. Null for any other error.
 */
export function toStoreFailure(thrown: unknown): AppError | null {
  if (thrown instanceof StoreUnavailableError) {
    return new AppError("unavailable", "errors:unavailable", {
      retryAfterSeconds: STORE_RETRY_AFTER_SECONDS,
      cause: thrown,
    });
  }
  if (thrown instanceof DuplicateError) return new AppError("conflict", "errors:conflict", { cause: thrown });
  if (thrown instanceof InvalidPlaceError)
    return new AppError("invalid", "errors:cursor_invalid", { cause: thrown });
  return null;
}
