/**
 * An operation is the unit of the product: written once, reached through several doors (http/). Nobody but the doors
 * and other services runs one, so none can forget who may.
 */
import { safeParse, type $ZodIssue, type $ZodType, type output } from "zod/v4/core";
import { AppError } from "~/domain/errors";
import { hasActiveSubscription } from "~/domain/guard";
import type { Locale } from "~/domain/locales";
import { toMailbox } from "~/domain/text";
import type { KeyedMessage, Message } from "~/domain/messages";
import { WRITE_LIMITS, type RateLimit } from "~/domain/rate-limits";
import { FIRST_PAID_PLAN } from "~/domain/plans";
import { canActAs, type Permission } from "~/domain/roles";
import type { App } from "./app.server";
import { findKnownDevice, type KnownDevice } from "./rate-limits/known-devices.server";
import { recordImpersonatedWrite } from "./audit/impersonated-writes.server";
import { refundAll, consumeAll, type LimitHit } from "./rate-limits/limiter.server";
import { logRefusal } from "./rate-limits/failed-attempt-log.server";
import { toAccessState, type Viewer } from "./viewer.server";

/** How far an account must have come: signed in at all, address verified, plan chosen, subscription in order. */
export type AccountState = "any" | "verified" | "planned" | "subscribed";

export type Access = { permission: "none" } | { permission: Permission; state: AccountState };

/** Where a call comes from: a page's form, a script in a browser, or a program without one. */
export type Caller = "page" | "browser" | "script";

/** Everything an operation may know about the call. */
export interface Context {
  app: App;
  viewer: Viewer | null;
  /** Of the session cookie that came along, whoever asks; null without one. */
  cookieHash: string | null;
  /** Of the device cookie that came along; null without one. */
  deviceHash: string | null;
  caller: Caller;
  locale: Locale;
  /** The caller's network address and its name for itself. */
  ip: string;
  agent: string;
  /** Whether the call comes from this machine, past no proxy: the stand-ins for mail, payments and networks need that. */
  isLocalCaller: boolean;
}

/** What the door does to the browser's session after the operation. `cookie` is the session's own token. */
export type SessionChange =
  /** `device` is the device cookie's new token, after a sign-in. */
  { kind: "started"; cookie: string; expiresAt: Date; device?: string } | { kind: "ended" };

export interface Reply<Data> {
  data: Data;
  message?: KeyedMessage;
  session?: SessionChange;
}

export interface Operation<Input extends $ZodType = $ZodType, Data = unknown> {
  /** The name in the documentation; unique. */
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  /** One sentence for the documentation. */
  summary: string;
  access: Access;
  /**
   * What the page's cookie is enough for. `alone`: to read where a page has no bearer token yet. `beside_bearer`: where
   * the token has died; another site can send the cookie, but never a token with it.
   */
  acceptsCookie?: "alone" | "beside_bearer";
  input: Input;
  /** The field that a bare list in place of the body's object is read as. */
  listField?: string;
  /**
   * May come as multipart/form-data with a file in it; every other operation takes JSON alone. To read a file costs
   * more than any other input, so that it may ask for more than the operation itself.
   */
  acceptsFiles?: { access: Access; limits: readonly RateLimit[] };
  output: $ZodType<Data>;
  /** How often it may be tried. A write without any that counts every try has `WRITE_LIMITS` as well. */
  limits?: readonly RateLimit[];
  /** Nobody may do it for somebody else: refused while a master acts as this person. */
  refusesImpersonator?: boolean;
  run(input: output<Input>, context: Context): Promise<Reply<Data>>;
}

/** What a path's parameters bring into the input: `"/api/user/:id"` gives `{ id: string }`. */
export type PathParameters<Path extends string> = Record<ParameterName<Path>, string>;

type ParameterName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterName<Segment> | ParameterName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** States an operation; its types follow from its schemas. An input without its path's parameters does not compile. */
export function defineOperation<
  const Path extends Operation["path"],
  Input extends $ZodType<unknown, PathParameters<Path>>,
  Data,
>(definition: Operation<Input, Data> & { path: Path }): Operation<Input, Data> {
  return definition;
}

/** Checks who asks, what they send and how often, then runs. Throws AppError. */
export async function runOperation<Input extends $ZodType, Data>(
  operation: Operation<Input, Data>,
  raw: unknown,
  context: Context,
): Promise<Reply<Data>> {
  requireAccess(operation, context.viewer);
  const input = validate(operation.input, raw);
  try {
    return await withinLimits({ limits: listLimits(operation, context.viewer), input, context }, () =>
      recordImpersonatedWrite(operation, context, () => operation.run(input, context)),
    );
  } catch (failure) {
    logRefusal(failure, { operation: operation.name, input }, context);
    throw failure;
  }
}

/**
 * Throws the refusal of somebody who may not do this. `perform` asks it as well; a door does before it reads what was
 * sent along, which can be much.
 */
export function requireAccess(
  { access, refusesImpersonator }: Pick<Operation, "access" | "refusesImpersonator">,
  viewer: Viewer | null,
): void {
  authorize(access, viewer);
  if (refusesImpersonator) refuseImpersonator(viewer);
}

/** The limits of one call: those that the operation states. A write has the default ones besides, unless its own count every try. */
export function listLimits(
  { method, limits = [] }: Pick<Operation, "method" | "limits">,
  viewer: Viewer | null,
): readonly RateLimit[] {
  if (method === "GET" || limits.some(({ counts }) => counts === "all")) return limits;
  // Without a user the IP alone counts: many people may share one.
  return [...WRITE_LIMITS.filter(({ by }) => by === "ip" || viewer !== null), ...limits];
}

/** Throws the refusal of a caller who may not send a file now. A handler asks before it reads the file. */
export async function requireUpload(
  { name, acceptsFiles }: Pick<Operation, "name" | "acceptsFiles">,
  context: Context,
): Promise<void> {
  if (!acceptsFiles) return;
  const { access, limits } = acceptsFiles;
  authorize(access, context.viewer);
  try {
    await takeLimits({ limits, input: {}, context });
  } catch (failure) {
    logRefusal(failure, { operation: name, input: {} }, context);
    throw failure;
  }
}

/**
 * Runs something that may only be tried so often. The doors do it for every operation; an operation does it for what
 * only some of its calls ask for. Throws too_many.
 */
export async function withinLimits<T>(
  { limits, input, context }: { limits: readonly RateLimit[]; input: unknown; context: Context },
  run: () => Promise<T>,
): Promise<T> {
  const attempts = await takeLimits({ limits, input, context });
  const answer = await run();
  await refundAll(
    context.app.limiter,
    attempts.filter(({ limit }) => limit.counts === "failures"),
  );
  return answer;
}

/** Counts one attempt against each limit, or none; returns what was counted. Throws too_many. */
export async function takeLimits({
  limits,
  input,
  context,
}: {
  limits: readonly RateLimit[];
  input: unknown;
  context: Context;
}): Promise<LimitHit[]> {
  const device = await findKnownDevice(context, findEmail(input));
  const attempts = limits.map((limit) => ({
    limit,
    subject: toLimitSubject(limit, input, { ...context, device }),
  }));
  await consumeAll(context.app.limiter, attempts);
  return attempts;
}

/** The signed-in person of an operation that needs one. */
export function requireViewer(context: Context): Viewer {
  if (!context.viewer) throw new AppError("unauthenticated", "errors:sign_in_first");
  return context.viewer;
}

function authorize(access: Access, viewer: Viewer | null): void {
  if (access.permission === "none") return;
  const accessState = toAccessState(viewer);
  if (!accessState) throw new AppError("unauthenticated", "errors:sign_in_first");
  if (!canActAs(accessState.permission, access.permission))
    throw new AppError("forbidden", "errors:forbidden");
  if (access.state === "any") return;
  if (!accessState.isVerified) throw new AppError("forbidden", "errors:verify_first");
  if (access.state === "verified") return;
  if (!accessState.hasPlan)
    throw new AppError("plan_needed", "errors:plan_needed", { plan: FIRST_PAID_PLAN });
  if (access.state === "planned") return;
  if (!hasActiveSubscription(accessState)) {
    throw new AppError("plan_needed", "errors:subscription_lapsed", {
      plan: viewer?.subscription?.planId ?? FIRST_PAID_PLAN,
    });
  }
}

/** Throws forbidden when a master acts as this person. */
export function refuseImpersonator(viewer: Viewer | null): void {
  if (viewer?.session.impersonatorId) throw new AppError("forbidden", "errors:not_while_impersonating");
}

function validate<Input extends $ZodType>(schema: Input, raw: unknown): output<Input> {
  const parsed = safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  const errors: Record<string, Message[]> = {};
  const issues = selectIssues(parsed.error.issues, raw);
  for (const issue of issues) (errors[issue.path.join(".")] ??= []).push(issue.message);
  const first = issues[0];
  // Every rule of a form says its message by a key.
  throw new AppError("invalid", (first?.message as KeyedMessage | undefined) ?? "errors:invalid", {
    ...(first && first.path.length > 0 && { inputError: first.path.join(".") }),
    errors,
  });
}

/**
 * What is wrong, of a form that can be filled in in several ways: the first way of which all that is wrong was given at
 * least, else the last one, which is the usual.
 */
function selectIssues(issues: readonly $ZodIssue[], raw: unknown): readonly $ZodIssue[] {
  const [only] = issues;
  // A single field may take several kinds of value as well, and says itself what is wrong with it.
  if (only?.code !== "invalid_union" || only.path.length > 0 || only.errors.length === 0) return issues;
  const isFieldGiven = ({ path }: $ZodIssue) => Object.hasOwn(raw ?? {}, path[0] ?? "");
  const variants = only.errors as readonly (readonly $ZodIssue[])[];
  return variants.find((way) => way.every(isFieldGiven)) ?? variants.at(-1) ?? issues;
}

/** The one email that an input is about; "" for none, and for a list of invited ones. */
function findEmail(input: unknown): string {
  const { email } = (input ?? {}) as { email?: unknown };
  return typeof email === "string" ? email : "";
}

type LimitedCall = Context & { device: KnownDevice | null };

/**
 * A known device of the email's owner is counted by itself, and not with strangers who use the same email or IP. Where
 * attempts that succeed count too, all of the owner's devices count together: each sign-in can make one more of them.
 */
function toLimitSubject(limit: RateLimit, input: unknown, { device, ...context }: LimitedCall): string {
  const email = toMailbox(findEmail(input));
  if (device !== null && limit.by !== "user")
    return `device ${limit.counts === "failures" ? device.id : device.userId}`;
  switch (limit.by) {
    case "ip":
      return context.ip;
    case "email":
      return email;
    case "ip+email":
      return `${context.ip} ${email}`;
    case "user":
      return context.viewer?.user.id ?? context.ip;
  }
}
