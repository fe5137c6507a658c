/** What follows once the server has accepted what `useSend` sent. */
import { useEffect, useRef } from "react";
import type { useSend } from "../form/post-form";

type Sending = Pick<ReturnType<typeof useSend>, "isBusy" | "reply">;

/**
 * Returns a function that takes what to do when the request that is sent next has been accepted. It is forgotten when the
 * server refuses the request or cannot be reached.
 */
export function useAfterAccepted({ isBusy, reply }: Sending): (act: () => void) => void {
  const next = useRef<() => void>();
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!hasEnded) return;
    const act = next.current;
    next.current = undefined;
    // A redirect has no reply: most pages accept a form with one.
    if (reply?.ok !== false) act?.();
  }, [isBusy, reply]);
  return (act) => {
    next.current = act;
  };
}
