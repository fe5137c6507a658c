/** What the server answered to a form that the browser sent without scripts: it comes with the page. */
import { useActionData } from "@remix-run/react";
import { UNKNOWN_INTENT, type FormReply } from "~/domain/forms/reply";
import { Notice } from "../kit/notice";

/** Which form of its page it is. */
export interface FormIdentity {
  /** As the page's action has it. Needed where the page has several forms. */
  intent?: string;
  /** Sent as hidden inputs. They also tell the forms of a list's rows from each other. */
  fields?: Readonly<Record<string, string>>;
}

const NO_FIELDS = {};

/** The answer to this form; undefined when the page came without one, or with the answer to another form. */
export function usePosted({ intent, fields = NO_FIELDS }: FormIdentity): FormReply | undefined {
  const reply = useActionData<FormReply>();
  if (!reply || reply.intent !== intent) return undefined;
  const sent = reply.ok ? {} : (reply.values ?? {});
  const isOther = Object.entries(fields).some(([name, value]) => (sent[name] ?? value) !== value);
  return isOther ? undefined : reply;
}

/** Why the page could not tell which form was sent, as after an update. Each head of a page shows it. */
export function UnknownFormNotice() {
  const reply = useActionData<Partial<FormReply>>();
  return reply?.intent === UNKNOWN_INTENT ? <Notice tone="bad">{reply.message}</Notice> : null;
}

/** The hidden inputs of a form. */
export function HiddenInputs({ intent, fields = NO_FIELDS }: FormIdentity) {
  return (
    <>
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
