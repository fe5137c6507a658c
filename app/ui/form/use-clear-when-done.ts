/** Empties a form once the server has accepted it. */
import { useEffect, useRef, useState, type RefObject } from "react";
import type { FormReply } from "~/domain/forms/reply";

export interface ClearOptions {
  isOn: boolean;
  isBusy: boolean;
  /** The server's latest reply. A redirect brings none, and is how most pages accept a form. */
  reply: FormReply | undefined;
}

/** Returns the reply that the form still shows: none, once it is empty again. */
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
