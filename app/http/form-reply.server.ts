/** What a form is answered: a redirect with a message for the next page, or the page again with a reply. */
import { data, redirect, redirectDocument } from "@remix-run/node";
import type { AppError } from "~/domain/errors";
import type { FormReply, PaymentToConfirm } from "~/domain/forms/reply";
import { readMessage, toMessage, type Message } from "~/domain/messages";
import type { Reply } from "~/services/platform/operation.server";
import { serializeFlashCookie, setSessionCookies } from "./cookies.server";
import type { PageContext } from "./loader.server";
import { clearReturnHeaders } from "./return-path.server";

export type FormAnswer = ReturnType<typeof data<FormReply>>;

/** What a form sent, without its intent. A field that was sent more than once is a list. */
export type Fields = Record<string, unknown>;

/** Fields that are never sent back to be shown again. */
const NOT_KEPT = /password|token|code|jwt/;

export interface Acceptance {
  /** Null redirects nowhere: the page renders again with the operation's data. */
  to: string | null;
  /** Undefined on a page with one form. */
  intent?: string | undefined;
  /** The browser loads the next page anew, as a whole. */
  isReloading?: boolean | undefined;
}

/** The answer to a form whose operation has run. Throws the redirect, which carries the operation's message. */
export function acceptForm(
  reply: Reply<unknown>,
  { to, intent, isReloading = false }: Acceptance,
  context: PageContext,
): FormAnswer {
  const { app, translator } = context;
  const { message } = reply;
  const headers = reply.session ? clearReturnHeaders(context) : new Headers();
  setSessionCookies(headers, app.config, reply.session);
  if (to !== null) {
    if (message) headers.append("Set-Cookie", serializeFlashCookie(app, { variant: "success", message }));
    throw (isReloading ? redirectDocument : redirect)(to, { headers });
  }
  const payment = toPayment(reply.data);
  const body: FormReply = {
    ok: true,
    data: reply.data,
    ...(message && { message: translator.message(message) }),
    ...(payment && { payment }),
    ...(intent !== undefined && { intent }),
  };
  return data(body, { headers });
}

/** The answer that the page renders again with: what is wrong, and what was typed. */
export function refuseForm(
  failure: AppError,
  { intent, fields }: { intent?: string | undefined; fields: Fields },
  { translator }: PageContext,
): FormAnswer {
  const { inputError, errors, plan, retryAfterSeconds } = failure.detail;
  const body: FormReply = {
    ok: false,
    status: failure.status,
    message: translator.message(failure.messageKey),
    values: keepValues(fields),
    ...(intent !== undefined && { intent }),
    ...(inputError && { inputError }),
    ...(errors && { errors: translateErrors(errors, translator) }),
    ...(plan !== undefined && { plan }),
  };
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  return data(body, { status: failure.status, headers });
}

/** To another page, with the message. Away from its field, a message that speaks of the field needs a word for it. */
export function redirectWithError(to: string, failure: AppError, { app, translator }: PageContext): Response {
  const { key, values } = readMessage(failure.messageKey);
  const message = key.startsWith("form:")
    ? toMessage(key, { label: translator.t("form:field"), ...values })
    : failure.messageKey;
  return redirect(to, {
    headers: { "Set-Cookie": serializeFlashCookie(app, { variant: "error", message }) },
  });
}

/** The answer that asks the card holder to confirm the payment. */
function toPayment(answer: unknown): PaymentToConfirm | null {
  const { requires_payment_action, client_secret } = (answer ?? {}) as Record<string, unknown>;
  return requires_payment_action === true && typeof client_secret === "string" ? { client_secret } : null;
}

/** A message that needs the field's label is left packed for the field to fill in. */
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

function keepValues(fields: Fields): Record<string, string> {
  const kept = Object.entries(fields).filter(
    ([name, value]) => typeof value === "string" && !NOT_KEPT.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
