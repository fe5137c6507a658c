/** Sends a form by itself a moment after the last change. Spec §9. */
import { useEffect, useRef, type RefObject } from "react";
import { AUTO_SUBMIT_DEBOUNCE_MS, AUTO_SUBMIT_QUIET_MS } from "~/domain/limits";

/** Returns what to call on every change. */
export function useAutoSubmit(form: RefObject<HTMLFormElement>, { isOn }: { isOn: boolean }): () => void {
  const appearedAt = useRef(Infinity);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    appearedAt.current = Date.now();
    return () => clearTimeout(timer.current);
  }, []);
  return () => {
    if (!isOn || Date.now() - appearedAt.current < AUTO_SUBMIT_QUIET_MS) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => form.current?.requestSubmit(), AUTO_SUBMIT_DEBOUNCE_MS);
  };
}
