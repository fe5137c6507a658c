/** The one form of the product: a plain form without scripts, and with them its states while it is sent. */
import clsx from "clsx";
import {
  useCallback,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from "react";
import { useTranslation } from "react-i18next";
import { CARD_FIELD, type FormAccepted, type FormReply } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import { Button, type ButtonProps } from "../kit/button";
import { Notice } from "../kit/notice";
import { FormContext, type CardEntry, type FormState } from "./form-state";
import { translateMessage } from "./messages";
import { getFieldErrors } from "./replies";
import { useAfterClick } from "./use-after-click";
import { useAutoSubmit } from "./use-auto-submit";
import { useClearWhenDone } from "./use-clear-when-done";
import { useChecks, type SchemaLoader } from "./use-checks";
import { HiddenInputs, usePosted, type FormIdentity } from "./posted";
import { useFormAction } from "./use-post";
import { findSubmitter } from "./use-reply";
import { useSubmission } from "./use-submission";

export interface ActionFormProps extends FormIdentity {
  /**
   * The page that takes the form; the one that it stands on, when left out. `#id` is the card that a browser without
   * scripts shows again when the form comes back with errors.
   */
  action?: string;
  /** Loads the rules, when the user first touches the form. */
  schema?: SchemaLoader;
  /** The text of the button; without it the form brings its own `SubmitButton`. */
  submitLabel?: ReactNode;
  /** With a FileField inside. */
  hasFile?: boolean;
  /** Sends itself half a second after the last change; the button is then for browsers without scripts. */
  isAutomatic?: boolean;
  /** Empties the fields once the server has accepted them, for a form that stays on the page. */
  clearsWhenDone?: boolean;
  /** Called after the notification, before the redirect. */
  onDone?: (reply: FormAccepted) => void;
  /** Where to go when it is done, if the server did not say so already. */
  redirect?: string;
  className?: string;
  children?: ReactNode;
}

/** A form around fields. Checks them on blur, waits dimmed and inert, and shows what came of it. */
export function ActionForm(props: ActionFormProps) {
  const id = useId();
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
  const submission = useSubmission({ ...props, action: url, form, card });
  const checks = useChecks(form, id, props.schema);
  const afterClick = useAfterClick();
  const autoSubmit = useAutoSubmit(form, { isOn: props.isAutomatic ?? false });
  const { isBusy, cardError } = submission;
  const reply = useClearWhenDone(form, {
    isOn: props.clearsWhenDone ?? false,
    isBusy,
    reply: submission.reply ?? posted,
  });
  const changedFields = useFieldsChangedSinceReply(reply);

  const state = useMemo<FormState>(() => {
    const shown = Object.entries(getFieldErrors(reply)).filter(([name]) => !changedFields.names.has(name));
    const errors = {
      ...Object.fromEntries(shown),
      ...(cardError && { [CARD_FIELD]: cardError }),
      ...checks.errors,
    };
    const plan = reply?.ok === false ? reply.plan : undefined;
    return { errors, values: posted && !posted.ok ? (posted.values ?? {}) : {}, isBusy, plan, attachCard };
  }, [reply, changedFields.names, cardError, checks.errors, posted, isBusy, attachCard]);

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    if (isBusy) event.preventDefault();
    else if (checks.pass(event)) {
      event.preventDefault();
      void submission.send(findSubmitter(event)); // its failures end in the central handler
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
        // Without scripts too: the server's messages are the product's own, in the reader's language.
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
          autoSubmit();
        }}
        onSubmit={handleSubmit}
      >
        <HiddenInputs intent={props.intent} fields={props.fields} />
        {submission.reply ? (
          <RefusalNotice message={submission.refusal} />
        ) : (
          <PostedNotice reply={posted} fields={props.fields} />
        )}
        {props.children}
        <FormButton {...props} isWaiting={checks.isWaiting} />
        {checks.element}
      </form>
    </FormContext.Provider>
  );
}

/** The button that sends the form around it. */
export function SubmitButton({ variant = "primary", isLoading, ...rest }: ButtonProps) {
  const { isBusy } = useContext(FormContext);
  return <Button variant={variant} {...rest} type="submit" isLoading={isBusy ? true : isLoading} />;
}

/** React 18 does not know the attribute, but passes it on. */
const INERT = { inert: "" };

/** Fields that were changed since the reply: what the server said of them is out of date. */
function useFieldsChangedSinceReply(reply: FormReply | undefined) {
  const [changedFields, setMended] = useState<{ reply: FormReply | undefined; names: ReadonlySet<string> }>(
    NOTHING,
  );
  const names = changedFields.reply === reply ? changedFields.names : NOTHING.names;
  return {
    names,
    add(target: EventTarget): void {
      const name = "name" in target && typeof target.name === "string" ? target.name : "";
      if (reply && !reply.ok && !names.has(name)) setMended({ reply, names: new Set([...names, name]) });
    },
  };
}

const NOTHING = { reply: undefined, names: new Set<string>() };

/** What the sender must correct and no field shows; announced at once. */
function RefusalNotice({ message }: { message: Message | null }) {
  const { t } = useTranslation("form");
  return message === null ? null : <Notice tone="bad">{translateMessage(t, message)}</Notice>;
}

/** What a notification would say, for browsers that show none; the error of a field that is shown stands there. */
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
