/** The answers of a handler: a form's redirect or the page again with a reply, and the API's JSON. */
import { data, redirect, redirectDocument } from "@remix-run/node";
import type { AppError, ErrorDetail } from "~/domain/errors";
import type { FormReply, UndoForm } from "~/domain/forms/reply";
import { readMessage, type Message } from "~/domain/messages";
import { canActAs } from "~/domain/roles";
import { translator } from "~/i18n/translator.server";
import type { App } from "~/services/platform/app.server";
import type { Reply } from "~/services/platform/operation.server";
import {
  readPasskeyOffer,
  serializeBrowserCookie,
  serializeFlashCookie,
  serializePasskeyOffer,
  setSessionCookies,
} from "./cookies.server";
import type { PageContext } from "./loader.server";
import { clearReturnHeaders } from "./return-path.server";

export type FormAnswer = ReturnType<typeof data<FormReply>>;

/** The fields of a submitted form, without its intent. A field that was sent more than once is a list. */
export type Fields = Record<string, unknown>;

/** Fields that are never sent back to fill the form again. */
const NOT_KEPT = /password|passkey|token|code|jwt|secret|api_key/;

interface Acceptance {
  /** Null redirects nowhere: the page renders again with the operation's data. */
  to: string | null;
  /** Undefined on a page with one form. */
  intent?: string;
  /** The browser reloads the whole document. */
  isReloading?: boolean;
  /** Brings back what was before; it goes with the message. */
  undo?: UndoForm;
  /** The message stays until the reader closes it. */
  isLasting?: boolean;
  /** Fills the form again when the page renders again. */
  kept?: Fields;
}

/** Answers a form whose operation has run. Throws the redirect, which carries the operation's message. */
export function acceptForm(
  reply: Reply<unknown>,
  { to, intent, isReloading = false, undo, isLasting, kept }: Acceptance,
  context: PageContext,
): FormAnswer {
  const { app, translator } = context;
  const { message, payment } = reply;
  // A session that starts or ends has used the return path.
  const headers = toReplyHeaders(reply, app, reply.session && clearReturnHeaders(context));
  addPasskeyOffer(headers, reply, context);
  // The page confirms the payment, and then posts the same form again.
  if (to !== null && !payment) {
    const flash = message && { variant: "success" as const, message, undo, isLasting };
    if (flash) headers.append("Set-Cookie", serializeFlashCookie(app, flash));
    throw (isReloading ? redirectDocument : redirect)(to, { headers });
  }
  const body: FormReply = {
    ok: true,
    data: reply.data,
    message: message && translator.message(message),
    ...payment,
    values: kept && keepValues(kept),
    intent,
  };
  return data(body, { headers });
}

/** A user who has put the offer away keeps that. */
function addPasskeyOffer(headers: Headers, { offersPasskey }: Reply<unknown>, context: PageContext): void {
  if (offersPasskey === undefined) return;
  if (readPasskeyOffer(context.request.headers.get("Cookie")) === "closed") return;
  const state = offersPasskey ? "open" : "closed";
  headers.append("Set-Cookie", serializePasskeyOffer(context.app.config, state));
}

/** Answers a form that failed: the page renders again with the errors and the submitted values. */
export function refuseForm(
  failure: AppError,
  { intent, fields }: { intent?: string; fields: Fields },
  { translator, viewer }: PageContext,
): FormAnswer {
  const { inputError, errors, shown } = failure.detail;
  // For others the message names whom to ask: the upgrade page is not open to them.
  const plan = viewer && canActAs(viewer, "owner") ? failure.detail.plan : undefined;
  const body: FormReply = {
    ok: false,
    status: failure.status,
    message: translator.message(failure.messageKey),
    values: keepValues(fields),
    intent,
    inputError,
    errors: errors && translateErrors(errors, translator),
    shown,
    plan,
  };
  return data(body, { status: failure.status, headers: toFailureHeaders(failure) });
}

/** Redirects to another page, which shows the message. */
export function redirectWithError(
  { app }: PageContext,
  { to, message, headers = new Headers() }: { to: string; message: Message; headers?: Headers },
): Response {
  headers.append("Set-Cookie", serializeFlashCookie(app, { variant: "error", message }));
  return redirect(to, { headers });
}

/** Answers a call of the API with `{ data, message?, requires_payment_action?, client_secret? }`. */
export function toApiResponse(reply: Reply<unknown>, app: App, locale: string): Response {
  const message = reply.message && translator(locale).message(reply.message);
  const headers = toReplyHeaders(reply, app);
  if (reply.isReplayed) headers.set("Idempotent-Replayed", "true");
  return Response.json({ data: reply.data, message, ...reply.payment }, { headers });
}

/**
 * Answers a failed call of the API with `{ message, inputError?, data? }`. The body of 429 is one plain sentence, because
 * clients show it as it is.
 */
export function toErrorResponse(failure: AppError, locale: string): Response {
  const { inputError } = failure.detail;
  const { status } = failure;
  const { message: translate } = translator(locale);
  const message = translate(failure.messageKey);
  const headers = toFailureHeaders(failure);
  if (failure.code === "too_many") {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(message, { status, headers });
  }
  const data = toErrorData(failure.detail, translate);
  return Response.json({ message, inputError, data }, { status, headers });
}

/** Returns what a client needs to go on: the plan that would allow the request, or the findings of a test of setup. */
function toErrorData({ plan, findings }: ErrorDetail, translate: (message: Message) => string) {
  if (plan !== undefined) return { plan };
  return findings && { findings: translateFindings(findings, translate) };
}

/** Translates the findings of a test of setup into the reader's language. */
export function translateFindings(
  findings: NonNullable<ErrorDetail["findings"]>,
  translate: (message: Message) => string,
) {
  return findings.map((found) => ({ ...found, message: translate(found.message) }));
}

/** Every handler sets here the cookies of a started or ended session, and of a browser that asks for a challenge. */
function toReplyHeaders(
  { session, browserCookie }: Reply<unknown>,
  { config }: App,
  headers = new Headers(),
): Headers {
  setSessionCookies(headers, config, session);
  if (browserCookie !== undefined)
    headers.append("Set-Cookie", serializeBrowserCookie(config, browserCookie));
  return headers;
}

function toFailureHeaders({ detail: { retryAfterSeconds, allow } }: AppError): Headers {
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  if (allow) headers.set("Allow", allow.join(", "));
  return headers;
}

/** A message that needs the field's label stays packed: the field adds its label. */
function translateErrors(
  errors: Readonly<Record<string, Message[]>>,
  translator: PageContext["translator"],
): Record<string, string[]> {
  const translate = (message: Message) =>
    readMessage(message).key.startsWith("form:") ? message : translator.message(message);
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [name, messages.map(translate)]),
  );
}

function keepValues(fields: Fields): Record<string, string | string[]> {
  const isText = (value: unknown) => typeof value === "string";
  const kept = Object.entries(fields).filter(
    ([name, value]) => [value].flat().every(isText) && !NOT_KEPT.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}
