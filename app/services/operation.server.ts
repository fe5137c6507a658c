/**
 * An operation is the unit of the product: written once, reached through several doors (http/). Nobody but the doors
 * and other services runs one, so none can forget who may.
 */
import { safeParse, type $ZodType, type output } from "zod/v4/core";
import { AppError } from "~/domain/errors";
import { isPaidUp } from "~/domain/guard";
import type { Locale } from "~/domain/locales";
import type { Message } from "~/domain/messages";
import type { RateLimit } from "~/domain/rate-limits";
import { mayActAs, type Permission } from "~/domain/roles";
import type { App } from "./app.server";
import { standingOf, type Viewer } from "./viewer.server";

/** How far an account must have come: signed in at all, address verified, plan chosen, subscription in order. */
export type AccountState = "any" | "verified" | "planned" | "subscribed";

export type Access = { permission: "none" } | { permission: Permission; state: AccountState };

/** Where a call comes from: a page's form, a script in a browser, or a program without one. */
export type Caller = "page" | "browser" | "script";

/** Everything an operation may know about the call. */
export interface Context {
  app: App;
  viewer: Viewer | null;
  /** The viewer was found by the browser's cookie, not by a bearer token. */
  isByCookie: boolean;
  caller: Caller;
  locale: Locale;
  /** The caller's network address and its name for itself. */
  address: string;
  agent: string;
}

/** What the door does to the browser's session after the operation. `cookie` is the session's own token. */
export type SessionChange = { kind: "started"; cookie: string; expiresAt: Date } | { kind: "ended" };

export interface Reply<Data> {
  data: Data;
  message?: Message;
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
  /** The page's cookie alone is enough: only for reading, and only where a page has no bearer token yet. */
  acceptsCookie?: boolean;
  input: Input;
  output: $ZodType<Data>;
  limits?: readonly RateLimit[];
  run(input: output<Input>, context: Context): Promise<Reply<Data>>;
}

/** States an operation; its types follow from its schemas. */
export function operation<Input extends $ZodType, Data>(
  stated: Operation<Input, Data>,
): Operation<Input, Data> {
  return stated;
}

/** Checks who asks, what they send and how often, then runs. Throws AppError. */
export async function perform<Input extends $ZodType, Data>(
  stated: Operation<Input, Data>,
  raw: unknown,
  context: Context,
): Promise<Reply<Data>> {
  authorise(stated.access, context.viewer);
  const input = validate(stated.input, raw);
  const limits = stated.limits ?? [];
  const subjects = limits.map((limit) => subjectOf(limit, input, context));
  for (const [index, limit] of limits.entries()) await context.app.limiter.take(limit, subjects[index] ?? "");
  const reply = await stated.run(input, context);
  for (const [index, limit] of limits.entries()) {
    if (limit.counts === "failures") await context.app.limiter.giveBack(limit, subjects[index] ?? "");
  }
  return reply;
}

/** The signed-in person of an operation that needs one. */
export function viewerOfContext(context: Context): Viewer {
  if (!context.viewer) throw new AppError("unauthenticated", "errors:sign_in_first");
  return context.viewer;
}

function authorise(access: Access, viewer: Viewer | null): void {
  if (access.permission === "none") return;
  const standing = standingOf(viewer);
  if (!standing) throw new AppError("unauthenticated", "errors:sign_in_first");
  if (!mayActAs(standing.permission, access.permission)) throw new AppError("forbidden", "errors:forbidden");
  if (access.state === "any") return;
  if (!standing.isVerified) throw new AppError("forbidden", "errors:verify_first");
  if (access.state === "verified") return;
  if (!standing.hasPlan) throw new AppError("plan_needed", "errors:plan_needed", { plan: "" });
  if (access.state === "planned") return;
  if (!isPaidUp(standing)) {
    throw new AppError("plan_needed", "errors:subscription_lapsed", {
      plan: viewer?.subscription?.planId ?? "",
    });
  }
}

function validate<Input extends $ZodType>(schema: Input, raw: unknown): output<Input> {
  const parsed = safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  const errors: Record<string, Message[]> = {};
  for (const issue of parsed.error.issues) (errors[issue.path.join(".")] ??= []).push(issue.message);
  const first = parsed.error.issues[0];
  throw new AppError("invalid", first?.message ?? "errors:invalid", {
    ...(first && first.path.length > 0 && { inputError: first.path.join(".") }),
    errors,
  });
}

function subjectOf(limit: RateLimit, input: unknown, context: Context): string {
  const email = (input as { email?: string } | null)?.email ?? "";
  switch (limit.by) {
    case "address":
      return context.address;
    case "email":
      return email;
    case "address+email":
      return `${context.address} ${email}`;
    case "user":
      return context.viewer?.user.id ?? context.address;
  }
}
