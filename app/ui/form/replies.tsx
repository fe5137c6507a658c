/** The server's replies to a form: the reply that comes with the page, its field errors, and how long it is shown. */
import { useActionData } from "@remix-run/react";
import { useEffect, useRef, useState, type RefObject } from "react";
import { SHOWN_PREFIX, UNKNOWN_INTENT, type FormReply } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import { Notice } from "../kit/notice";

/** Identifies a form among the forms of its page. */
export interface FormIdentity {
  /** A key of the page's action table. Required where the page has several forms. */
  intent?: string;
  /** Sent as hidden inputs. They also distinguish the forms of a list's rows. */
  fields?: Readonly<Record<string, string>>;
}

export interface ShownValues {
  shown?: Readonly<Record<string, string>>;
}

const NO_FIELDS = {};

/** The hidden inputs of a form. `shown` is what the page shows, by field, for a form that others may change meanwhile. */
export function HiddenInputs({ intent, fields = NO_FIELDS, shown = NO_FIELDS }: FormIdentity & ShownValues) {
  return (
    <>
      {Object.entries(shown).map(([name, value]) => (
        <input key={name} type="hidden" name={SHOWN_PREFIX + name} value={value} />
      ))}
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/**
 * The reply to this form after the browser sent it without scripts. Undefined when the page has no reply, or the reply
 * to another form.
 */
export function usePosted({ intent, fields = NO_FIELDS }: FormIdentity): FormReply | undefined {
  const reply = useActionData<FormReply>();
  if (!reply || reply.intent !== intent) return undefined;
  const sent: Readonly<Record<string, string | readonly string[]>> = reply.ok ? {} : (reply.values ?? {});
  const isOther = Object.entries(fields).some(([name, value]) => (sent[name] ?? value) !== value);
  return isOther ? undefined : reply;
}

/** Says that the page does not know the intent that was sent, as after an update. Each page header shows it. */
export function UnknownFormNotice() {
  const reply = useActionData<Partial<FormReply>>();
  return reply?.intent === UNKNOWN_INTENT ? <Notice tone="bad">{reply.message}</Notice> : null;
}

/** The first error message of each field. */
export function getFieldErrors(reply: FormReply | undefined): Record<string, Message> {
  if (!reply || reply.ok) return {};
  const errors = Object.fromEntries(
    Object.entries(reply.errors ?? {}).flatMap(([name, [first]]) =>
      first === undefined ? [] : [[name, first]],
    ),
  );
  return reply.inputError === undefined ? errors : { [reply.inputError]: reply.message, ...errors };
}

/** The names of the fields that were changed since the reply: its errors for them are out of date. */
export function useChangedFields(reply: FormReply | undefined) {
  const [changes, setChanges] = useState<{ reply: FormReply | undefined; names: ReadonlySet<string> }>(
    NO_CHANGES,
  );
  const names = changes.reply === reply ? changes.names : NO_CHANGES.names;
  function addName(name: string): void {
    if (reply && !reply.ok && !names.has(name)) setChanges({ reply, names: new Set([...names, name]) });
  }
  return {
    names,
    addName,
    add(target: EventTarget): void {
      addName("name" in target && typeof target.name === "string" ? target.name : "");
    },
  };
}

const NO_CHANGES = { reply: undefined, names: new Set<string>() };

interface ClearOptions {
  isOn: boolean;
  isBusy: boolean;
  /** The server's latest reply. A redirect has none; most pages accept a form with a redirect. */
  reply: FormReply | undefined;
}

/** Empties the form once the server has accepted it. Returns the reply to show: none after the form is emptied. */
export function useClearWhenDone(
  form: RefObject<HTMLFormElement>,
  { isOn, isBusy, reply }: ClearOptions,
): FormReply | undefined {
  const wasBusy = useRef(false);
  const replyBefore = useRef(reply);
  const [cleared, setCleared] = useState<FormReply>();
  useEffect(() => {
    if (isBusy === wasBusy.current) return;
    wasBusy.current = isBusy;
    if (isBusy) {
      replyBefore.current = reply;
      return;
    }
    const isAccepted = reply === replyBefore.current || reply?.ok === true;
    if (!isOn || !isAccepted) return;
    form.current?.reset();
    setCleared(reply);
  }, [form, isOn, isBusy, reply]);
  return reply === cleared ? undefined : reply;
}
