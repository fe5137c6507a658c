/** The reply to a form that a script has sent. */
import type { Fetcher } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import type { FormReply } from "~/domain/forms/reply";

/**
 * Calls `act` once for every reply. A refusal counts once the form is idle again, as a form that waits cannot take
 * the focus.
 */
export function useReply({ data, state }: Fetcher<FormReply>, act: (reply: FormReply) => void): void {
  const reply = data?.ok === false && state !== "idle" ? undefined : data;
  const seen = useRef(reply);
  useEffect(() => {
    if (reply === undefined || reply === seen.current) return;
    seen.current = reply;
    act(reply);
  });
}

/** The button that sent the form, null when a script did. */
export function findSubmitter(event: FormEvent<HTMLFormElement>): HTMLElement | null {
  return (event.nativeEvent as SubmitEvent).submitter;
}
