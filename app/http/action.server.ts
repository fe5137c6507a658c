/** Actions of pages. A form runs one operation; the response is a redirect, or the page again with its errors. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import { SHOWN_PREFIX, UNDO_FIELD, UNKNOWN_INTENT, type UndoForm } from "~/domain/forms/reply";
import type { KeyedMessage } from "~/domain/messages";
import type { PagePath } from "~/domain/paths";
import {
  runOperation,
  requireUpload,
  type Operation,
  type Reply,
  type SessionChange,
} from "~/services/platform/operation.server";
import { readForm, toFields, withPlainCode } from "./body.server";
import { toAppError } from "./failure.server";
import { acceptForm, redirectWithError, refuseForm, type Fields, type FormAnswer } from "./reply.server";
import { openPage, toPageQuery, type PageContext, type PageContextFor } from "./loader.server";
import { isUpload, readUpload } from "./upload.server";

type DataOf<Op> = Op extends { run(...args: never[]): Promise<Reply<infer Data>> } ? Data : never;
type FieldOf<Op extends Operation> = KeyOf<Op["input"]["_zod"]["input"]>;
/** Distributes over a union: the keys of each member. */
type KeyOf<Input> = Input extends unknown ? keyof Input : never;

/** The action of one form of a page. */
export interface FormAction<Op extends Operation = Operation, Page extends PagePath = PagePath> {
  operation: Op;
  /** The fields to pass to the operation; all of them by default. */
  pick?: readonly FieldOf<Op>[];
  /** Makes the operation's input, when it is more than fields of the form. */
  toInput?(fields: Fields, context: PageContextFor<Page>): Fields;
  /** Replaces the call of the operation: a sign-in goes through the Authenticator, with the form as the request has it. */
  run?(input: Fields, context: PageContextFor<Page> & { formData: FormData }): Promise<Reply<DataOf<Op>>>;
  /**
   * Where to redirect on success. Undefined is the page itself, with its query string. Null does not redirect: the page
   * renders again with the operation's data.
   */
  redirectTo?(
    data: DataOf<Op>,
    context: PageContextFor<Page> & { session?: SessionChange },
    fields: Fields,
  ): string | null | undefined;
  /**
   * Where to redirect on failure, with the message, instead of rendering the page with its errors: for a button whose row
   * may have been deleted meanwhile, and for an action without a page. Undefined renders the page with its errors.
   */
  failTo?(context: PageContext, failure: AppError): string | undefined;
  /** The form has a file field. At most one form of a page can have one. */
  hasFile?: boolean;
  /** The browser reloads the whole document, because what this tab has loaded is out of date. */
  isReloading?: boolean | ((fields: Fields) => boolean);
  /** The operation's message is not shown. */
  isQuiet?: boolean;
  /** A page that renders again after success has the submitted values in the form, as after a test. */
  keepsValues?: boolean;
  /**
   * The fields with which the same form brings back what was before; null when nothing can. The message then has a
   * button Undo. docs/decisions/0041-what-can-be-undone-has-undo.md
   */
  undo?(data: DataOf<Op>, fields: Fields): Readonly<Record<string, string>> | null;
  /** The page whose action handles the Undo; by default this page, with its query string. */
  undoAt?: PagePath;
  /** The message names what was left out: it stays until the reader closes it, and stays the message of an Undo. */
  isLasting?(data: DataOf<Op>): boolean;
}

/** The forms of a page by their intents. */
type FormActions<Ops extends Record<string, Operation>, Page extends PagePath> = {
  readonly [Intent in keyof Ops]: FormAction<Ops[Intent], Page>;
};

/**
 * Guards `page`, runs the operation of the submitted form, and answers. A page with one form passes its FormAction; a
 * page with several passes a table, and each form posts its `intent`. The guard decides who may open the page, the
 * operation who may perform it. It works the same without JavaScript.
 */
export async function handleAction<Page extends PagePath, Op extends Operation>(
  args: ActionFunctionArgs,
  page: Page,
  form: FormAction<Op, Page>,
): Promise<FormAnswer>;
export async function handleAction<Page extends PagePath, Ops extends Record<string, Operation>>(
  args: ActionFunctionArgs,
  page: Page,
  forms: FormActions<Ops, Page>,
): Promise<FormAnswer>;
export async function handleAction(
  args: ActionFunctionArgs,
  page: PagePath,
  forms: Forms,
): Promise<FormAnswer> {
  const context = await openPage(args, page);
  const posted: Posted = { fields: {}, intent: isOneForm(forms) ? undefined : UNKNOWN_INTENT };
  try {
    const { form, formData } = await readPosted(posted, forms, context);
    const input = toInput(form, posted.fields, context);
    const reply = await (form.run?.(input, { ...context, formData }) ??
      runOperation(form.operation, input, { ...context, shown: posted.shown }));
    const to = form.redirectTo?.(reply.data, { ...context, session: reply.session }, posted.fields);
    const here = toSamePage(page)(context);
    const isLasting = form.isLasting?.(reply.data);
    return acceptForm(
      { ...reply, message: toFormMessage(form, posted, { message: reply.message, isLasting }) },
      {
        to: to === undefined ? here : to,
        isLasting,
        intent: posted.intent,
        isReloading:
          typeof form.isReloading === "function" ? form.isReloading(posted.fields) : form.isReloading,
        kept: form.keepsValues ? posted.fields : undefined,
        undo: toUndo(form, posted, { data: reply.data, action: form.undoAt ?? here }),
      },
      context,
    );
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    const failure = toAppError(thrown, args.context.request);
    const to = posted.form?.failTo?.(context, failure);
    if (to !== undefined) throw redirectWithError(context, { to, message: failure.messageKey });
    return refuseForm(failure, posted, context);
  }
}

/** For `failTo`: the page of the form itself, with its query string. */
export function toSamePage(page: PagePath) {
  return ({ url }: PageContext): string => page + toPageQuery(url);
}

function toFormMessage(
  form: FormAction,
  { isUndo }: Posted,
  { message, isLasting }: { message?: KeyedMessage; isLasting?: boolean },
) {
  if (form.isQuiet) return undefined;
  return isUndo && !isLasting ? "form:undone" : message;
}

/** The form that undoes what this one has done. An Undo itself has none: the user can make the change again. */
function toUndo(
  form: FormAction,
  { isUndo, intent, fields }: Posted,
  { data, action }: { data: unknown; action: string },
): UndoForm | undefined {
  const before = isUndo ? null : form.undo?.(data, fields);
  if (!before) return undefined;
  return { action, fields: { ...(intent !== undefined && { intent }), ...before, [UNDO_FIELD]: "true" } };
}

type FormTable = Readonly<Record<string, FormAction>>;
type Forms = FormAction | FormTable;

/** The submitted form, filled in while it is read, so that a failure can answer with what is known by then. */
interface Posted {
  /** Undefined on a page with one form. */
  intent?: string;
  form?: FormAction;
  fields: Fields;
  isUndo?: boolean;
  /** What the page showed, by field. */
  shown?: Readonly<Record<string, string>>;
}

function isOneForm(forms: Forms): forms is FormAction {
  return "operation" in forms && "run" in forms.operation;
}

/**
 * Reads the form into `posted` and returns it with its FormAction. Throws invalid for an intent that the page does not
 * have.
 */
async function readPosted(posted: Posted, forms: Forms, context: PageContext) {
  if (isOneForm(forms)) {
    posted.form = forms;
    const formData = await readForm(context.request);
    keepFields(posted, toFields(formData));
    return { form: forms, formData };
  }
  const formData = await readFormOrUpload(posted, forms, context);
  const { intent, ...fields } = toFields(formData);
  keepFields(posted, fields);
  posted.form = typeof intent === "string" && Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  posted.intent = posted.form ? String(intent) : UNKNOWN_INTENT;
  if (!posted.form) throw new AppError("invalid", "errors:unknown_form");
  return { form: posted.form, formData };
}

function keepFields(posted: Posted, { [UNDO_FIELD]: undo, ...fields }: Fields): void {
  const isShown = ([name]: [string, unknown]) => name.startsWith(SHOWN_PREFIX);
  const entries = Object.entries(fields);
  posted.isUndo = undo !== undefined;
  posted.shown = Object.fromEntries(
    entries
      .filter(isShown)
      .map(([name, value]) => [name.slice(SHOWN_PREFIX.length), typeof value === "string" ? value : ""]),
  );
  posted.fields = withPlainCode(Object.fromEntries(entries.filter((entry) => !isShown(entry))));
}

/**
 * Reads the form, with the intent. A file is read only after its operation allows the upload. The intent is in the same
 * body, so an upload counts as the page's one form with a file until it is read.
 */
async function readFormOrUpload(posted: Posted, forms: FormTable, context: PageContext): Promise<FormData> {
  const [intent, form] = Object.entries(forms).find(([, { hasFile }]) => hasFile) ?? [];
  if (!form || !isUpload(context.request)) return readForm(context.request);
  Object.assign(posted, { intent, form });
  await requireUpload(form.operation, context);
  return readUpload(context.request);
}

function toInput(form: FormAction, fields: Fields, context: PageContextFor<PagePath>): Fields {
  if (form.toInput) return form.toInput(fields, context);
  if (!form.pick) return fields;
  const picked: readonly string[] = form.pick;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => picked.includes(name)));
}
