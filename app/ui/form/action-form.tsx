/** The form of the product: a plain form without scripts; with scripts it is checked, sent and cleared in place. */
import clsx from "clsx";
import {
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { CARD_FIELD, type FormAccepted, type FormReply } from "~/domain/forms/reply";
import { AUTO_SUBMIT_DEBOUNCE_MS, AUTO_SUBMIT_QUIET_MS } from "~/domain/limits";
import type { Message } from "~/domain/messages";
import { Button, type ButtonProps } from "../kit/button";
import { Notice } from "../kit/notice";
import { FormContext, type CardEntry, type FormState } from "./form-state";
import { findSubmitter, useFormAction } from "./post-form";
import {
  getFieldErrors,
  HiddenInputs,
  useChangedFields,
  useClearWhenDone,
  usePosted,
  type FormIdentity,
  type ShownValues,
} from "./replies";
import { useAfterClick, useChecks, type SchemaLoader } from "./use-checks";
import { useSubmission } from "./use-submission";

export interface ActionFormProps extends FormIdentity, ShownValues {
  /** The id of the form element, for a dialog that submits it. */
  id?: string;
  /**
   * The page whose action handles the form; by default the current page. `#id` names the card that a browser without
   * scripts scrolls to when the form is shown again with errors.
   */
  action?: string;
  /** Loads the validation rules when the user first touches the form. */
  schema?: SchemaLoader;
  /** The text of the button; a form without it contains its own `SubmitButton`. */
  submitLabel?: ReactNode;
  /** The form contains a FileField. */
  hasFile?: boolean;
  /** Submits the form half a second after the last change; the button is then only for browsers without scripts. */
  isAutomatic?: boolean;
  /**
   * The values that the server has sent for the fields, as one text. When it changes, and when the server refuses the
   * form, the fields go back to it. For a form that is submitted automatically.
   */
  follows?: string;
  /** Empties the fields once the server has accepted them; for a form that stays on the page. */
  clearsWhenDone?: boolean;
  /**
   * Confirms the payment of a form that was sent before the scripts ran. For a form without fields: the values of another
   * one may have changed since.
   */
  confirmsEarly?: boolean;
  /** Called after the notification, before the redirect. */
  onDone?: (reply: FormAccepted) => void;
  /** The path to go to after success, when the server does not redirect. */
  redirect?: string;
  className?: string;
  children?: ReactNode;
}

/** A form around fields. Checks them on blur, is dimmed and inert while it is sent, and shows the result. */
export function ActionForm(props: ActionFormProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const form = useRef<HTMLFormElement>(null);
  const card = useRef<CardEntry | null>(null);
  const attachCard = useCallback((entry: CardEntry) => {
    card.current = entry;
    return () => {
      card.current = null;
    };
  }, []);
  const posted = usePosted(props);
  const { url, urlWithCard } = useFormAction(props.action);
  const submission = useSubmission({
    ...props,
    action: url,
    form,
    card,
    early: props.confirmsEarly ? posted : undefined,
  });
  const checks = useChecks(form, id, props.schema);
  const afterClick = useAfterClick();
  const submitSoon = useAutoSubmit(form);
  const { isBusy, cardError } = submission;
  const reply = useClearWhenDone(form, {
    isOn: props.clearsWhenDone ?? false,
    isBusy,
    reply: submission.reply ?? posted,
  });
  useFollowServer(form, props.follows, submission.reply);
  const changedFields = useChangedFields(reply);
  const changeCard = useLatest((error: Message | null) => {
    submission.setCardError(error);
    changedFields.addName(CARD_FIELD);
  });

  const state = useMemo<FormState>(() => {
    const shown = Object.entries(getFieldErrors(reply)).filter(([name]) => !changedFields.names.has(name));
    const errors = {
      ...Object.fromEntries(shown),
      ...(cardError && { [CARD_FIELD]: cardError }),
      ...checks.errors,
    };
    const plan = reply?.ok === false ? reply.plan : undefined;
    return {
      errors,
      values: posted?.values ?? {},
      isBusy,
      plan,
      attachCard,
      changeCard,
      submitSoon,
    };
  }, [
    reply,
    changedFields.names,
    cardError,
    checks.errors,
    posted,
    isBusy,
    attachCard,
    changeCard,
    submitSoon,
  ]);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    submitSoon(false);
    if (isBusy) event.preventDefault();
    else if (checks.pass(event)) {
      event.preventDefault();
      void submission.send(findSubmitter(event)); // the central handler receives its failures
    }
  }

  return (
    <FormContext.Provider value={state}>
      <form
        ref={form}
        id={id}
        method="post"
        action={urlWithCard}
        encType={props.hasFile ? "multipart/form-data" : undefined}
        // The server's messages are in the language of the page; the browser's own may not be.
        noValidate
        data-automatic={props.isAutomatic ? true : undefined}
        aria-busy={isBusy ? true : undefined}
        {...(isBusy && INERT)}
        className={clsx("grid gap-[18px] transition-opacity", isBusy && "opacity-60", props.className)}
        onFocus={checks.load}
        onPointerDown={checks.load}
        onBlur={(event) => afterClick(() => checks.onBlur(event))}
        onInput={(event) => {
          changedFields.add(event.target);
          checks.onInput(event);
          if (props.isAutomatic) submitSoon(true);
        }}
        onSubmit={handleSubmit}
      >
        <HiddenInputs intent={props.intent} fields={props.fields} shown={getShown(props, reply)} />
        {submission.reply ? null : <PostedNotice reply={posted} fields={props.fields} />}
        {props.children}
        <FormButton {...props} isWaiting={checks.isWaiting} />
        {checks.element}
      </form>
    </FormContext.Provider>
  );
}

/** The button that submits the form around it. */
export function SubmitButton({ variant = "primary", isLoading, ...rest }: ButtonProps) {
  const { isBusy } = useContext(FormContext);
  return <Button variant={variant} {...rest} type="submit" isLoading={isBusy ? true : isLoading} />;
}

/** What the user has seen of the stored values: on the page, and in the errors of a reply. */
function getShown({ shown }: ShownValues, reply: FormReply | undefined): ShownValues["shown"] {
  return shown && reply?.ok === false && reply.shown ? reply.shown : shown;
}

/** React 18 does not know the attribute `inert`, but passes it on. */
const INERT = { inert: "" };

/** A function that stays the same, and calls what the last render has passed. */
function useLatest<Value>(call: (value: Value) => void): (value: Value) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((value) => latest.current(value), []);
}

/**
 * Returns the function to call on every change: it submits the form a moment after the last change, unless that was not
 * ready. Whatever submits the form earlier calls it as not ready, so that nothing is sent twice.
 */
function useAutoSubmit(form: RefObject<HTMLFormElement>): (isReady: boolean) => void {
  const appearedAt = useRef(Infinity);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    appearedAt.current = Date.now();
    return () => clearTimeout(timer.current);
  }, []);
  return useCallback(
    (isReady) => {
      clearTimeout(timer.current);
      if (!isReady || Date.now() - appearedAt.current < AUTO_SUBMIT_QUIET_MS) return;
      timer.current = setTimeout(() => form.current?.requestSubmit(), AUTO_SUBMIT_DEBOUNCE_MS);
    },
    [form],
  );
}

/** Resets the fields, whose defaults are what the server has sent, when that changes and when a reply refuses the form. */
function useFollowServer(
  form: RefObject<HTMLFormElement>,
  follows: string | undefined,
  reply: FormReply | undefined,
): void {
  const shown = useRef({ follows, reply });
  useEffect(() => {
    const isChanged = follows !== shown.current.follows;
    const isRefused = reply !== shown.current.reply && reply?.ok === false;
    shown.current = { follows, reply };
    if (follows !== undefined && (isChanged || isRefused)) form.current?.reset();
  }, [form, follows, reply]);
}

/** The message that a script would show as a toast. An error that a field already shows is not repeated. */
function PostedNotice({ reply, fields = {} }: { reply: FormReply | undefined } & FormIdentity) {
  const hasShownError = Object.keys(getFieldErrors(reply)).some((name) => !Object.hasOwn(fields, name));
  if (!reply?.message || hasShownError) return null;
  return <Notice tone={reply.ok ? "good" : "bad"}>{reply.message}</Notice>;
}

function FormButton({ submitLabel, isAutomatic, isWaiting }: ActionFormProps & { isWaiting: boolean }) {
  if (submitLabel === undefined) return null;
  const button = (
    <SubmitButton isBlock={!isAutomatic} isLoading={isWaiting}>
      {submitLabel}
    </SubmitButton>
  );
  return isAutomatic ? <noscript>{button}</noscript> : button;
}
