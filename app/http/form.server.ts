/** The form door: a page's action runs one operation, and answers with a redirect or with what to mend. */
import { data, redirect, redirectDocument, type ActionFunctionArgs } from "@remix-run/node";
import type { $ZodType } from "zod/v4/core";
import type { AppError } from "~/domain/errors";
import type { FormReply, PaymentToConfirm } from "~/domain/forms/reply";
import { withoutSpaces } from "~/domain/forms/two-factor";
import { whereTo } from "~/domain/guard";
import { readMessage, say, type Message } from "~/domain/messages";
import { perform, requireUpload, type Operation, type Reply } from "~/services/operation.server";
import { standingOf } from "~/services/viewer.server";
import { readForm } from "./body.server";
import { flashCookie, setSessionCookies, type Flash } from "./cookies.server";
import { isUpload, readUpload } from "./upload.server";
import { failureOf } from "./failure.server";
import { pageContext, type PageContext } from "./page.server";
import { turnedAwayHeaders, usedWayBack } from "./turned-away.server";

export interface Submission<Input extends $ZodType, Data> {
  /** The path of domain/pages.ts that guards it. */
  page: string;
  operation: Operation<Input, Data>;
  /** Which form it is, on a page with several. */
  form?: string;
  /** What the operation gets, out of the form's fields; the fields themselves when left out. */
  input?: (fields: Record<string, unknown>, context: PageContext) => Record<string, unknown>;
  /** Runs in place of the operation; for a sign-in, which goes through the Authenticator. */
  run?: (input: Record<string, unknown>, context: PageContext) => Promise<Reply<Data>>;
  /** Where to go when it is done; null stays on the page with the answer. */
  then: (reply: Reply<Data>, context: PageContext, fields: Record<string, unknown>) => string | null;
  /** The next page is loaded anew, as a whole: what this tab has loaded is out of date. */
  isReloading?: boolean;
  /** The page that comes next speaks for itself: the operation's message is not shown. */
  isQuiet?: boolean;
  /** Where to go when it fails, for an action without a page of its own. */
  back?: (context: PageContext, fields: Record<string, unknown>) => string;
  /**
   * The page that the form stands on, when this action has none of its own: where a browser without scripts goes when
   * it fails, to show the message at the form; the form's card has its name as its id. With scripts the form has the
   * answer already.
   */
  shownOn?: string;
}

/** Fields that are never sent back to be shown again. */
const NOT_KEPT = /password|token|code|jwt/;

/** Guards, runs the operation and answers. Works the same with JavaScript off. */
export async function submit<Input extends $ZodType, Data>(
  args: ActionFunctionArgs,
  submission: Submission<Input, Data>,
) {
  const context = await pageContext(args);
  const elsewhere = whereTo(standingOf(context.viewer), submission.page);
  if (elsewhere) {
    const path = submission.shownOn ?? context.url.pathname + context.url.search;
    throw redirect(elsewhere, {
      headers: turnedAwayHeaders(elsewhere, { page: submission.page, path }, context),
    });
  }
  let fields: Record<string, unknown> = {};
  try {
    fields = normalizeCode(await readFields(args.request, submission.operation, context));
    const input = submission.input?.(fields, context) ?? fields;
    const run = submission.run ?? ((given) => perform(submission.operation, given, context));
    const reply = await run(input, context);
    const told = submission.isQuiet ? { ...reply, message: undefined } : reply;
    const to = submission.then(reply, context, fields);
    return done(told, { to, isReloading: submission.isReloading }, context);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    const failure = failureOf(thrown, context.app, args.context.request.id);
    if (submission.back) return back(failure, submission.back(context, fields), context);
    const { form, shownOn } = submission;
    if (shownOn && !isByScript(args.request)) return backToForm(failure, { form, shownOn, fields }, context);
    return refused(failure, { form, fields, context });
  }
}

async function readFields(
  request: Request,
  operation: Pick<Operation, "name" | "acceptsFiles">,
  context: PageContext,
): Promise<Record<string, unknown>> {
  if (!operation.acceptsFiles || !isUpload(request)) return readForm(request);
  await requireUpload(operation, context);
  return readUpload(request);
}

/** Any page's field of a code may be typed into with spaces. */
function normalizeCode(fields: Record<string, unknown>): Record<string, unknown> {
  return "code" in fields ? { ...fields, code: withoutSpaces(fields.code) } : fields;
}

function done(
  reply: Reply<unknown>,
  { to, isReloading }: { to: string | null; isReloading?: boolean },
  context: PageContext,
) {
  const headers = reply.session ? usedWayBack(context) : new Headers();
  const { config } = context.app;
  setSessionCookies(headers, config, reply.session);
  if (to) {
    if (reply.message)
      headers.append("Set-Cookie", flashCookie(context.app, { variant: "success", message: reply.message }));
    throw (isReloading ? redirectDocument : redirect)(to, { headers });
  }
  const message = reply.message && context.translator.message(reply.message);
  const payment = paymentToConfirm(reply.data);
  const body: FormReply = {
    ok: true,
    data: reply.data,
    ...(message && { message }),
    ...(payment && { payment }),
  };
  return data(body, { headers });
}

/** The answer that asks the card holder to confirm the payment. Spec §4, §7. */
function paymentToConfirm(answer: unknown): PaymentToConfirm | null {
  const { requires_payment_action, client_secret } = (answer ?? {}) as Record<string, unknown>;
  return requires_payment_action === true && typeof client_secret === "string" ? { client_secret } : null;
}

/** Browsers say so of what a page's script asks for. */
function isByScript(request: Request): boolean {
  return request.headers.get("Sec-Fetch-Dest") === "empty";
}

function back(failure: AppError, to: string, { app, translator }: PageContext): never {
  const { key, values } = readMessage(failure.said);
  // Away from its field, a message that speaks of the field needs a word for it.
  const message = key.startsWith("form:")
    ? say(key, { label: translator.t("form:field"), ...values })
    : failure.said;
  return leave(to, { variant: "error", message }, app);
}

function backToForm(
  failure: AppError,
  { form, shownOn, fields }: { form: string | undefined; shownOn: string; fields: Record<string, unknown> },
  context: PageContext,
): never {
  if (form === undefined) return back(failure, shownOn, context);
  const [wrong] = Object.entries(failure.detail.errors ?? {});
  const field = wrong?.[0] ?? failure.detail.inputError;
  const message = wrong?.[1][0] ?? failure.said;
  const about = { form, ...(field !== undefined && { field }), values: keptValues(fields) };
  return leave(`${shownOn}#${form}`, { variant: "error", message, ...about }, context.app);
}

/** To another page, with a message for it. */
function leave(to: string, flash: Flash, app: PageContext["app"]): never {
  throw redirect(to, { headers: { "Set-Cookie": flashCookie(app, flash) } });
}

function refused(
  failure: AppError,
  at: { form: string | undefined; fields: Record<string, unknown>; context: PageContext },
) {
  const { inputError, errors, plan, retryAfterSeconds } = failure.detail;
  const translate = (message: Message) => at.context.translator.message(message);
  const body: FormReply = {
    ok: false,
    status: failure.status,
    message: translate(failure.said),
    values: keptValues(at.fields),
    ...(at.form && { form: at.form }),
    ...(inputError && { inputError }),
    ...(errors && {
      errors: mapValues(errors, (messages) => messages.map(labelled(at.context.translator))),
    }),
    ...(plan !== undefined && { plan }),
  };
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  return data(body, { status: failure.status, headers });
}

/** A message that needs the field's label is left packed for the field to fill in. */
export function labelled(translator: PageContext["translator"]) {
  return (message: Message) =>
    readMessage(message).key.startsWith("form:") ? message : translator.message(message);
}

function keptValues(fields: Record<string, unknown>): Record<string, string> {
  const kept = Object.entries(fields).filter(
    ([name, value]) => typeof value === "string" && !NOT_KEPT.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

function mapValues<V, W>(of: Record<string, V>, to: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value)]));
}
