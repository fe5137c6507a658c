/** Notifications from anywhere in the page; `Toaster` shows them. Spec §4 and §9. */
import { toast as store } from "react-hot-toast/headless";
import { TOAST_REMOVE_AFTER_MS, TOASTS_AT_ONCE } from "~/domain/limits";
import { ToastBody } from "./toast-body";
import type { ToastContent } from "./toast-content";

export interface ToastHandle {
  id: string;
  /** Changes what it says, gives it its full time again, and shows it again if it was dismissed. */
  update(change: ToastContent): void;
  /** Closes it; it is forgotten 10 s later. */
  dismiss(): void;
}

/** Shows a notification, or changes the one with the same `id`. For the browser only. */
export function toast({ id: wanted, ...content }: ToastContent & { id?: string }): ToastHandle {
  const isError = content.variant === "error";
  const id = store(<ToastBody {...content} />, {
    id: wanted,
    // The store counts a pause in full even for what arrives during it, so the viewport keeps the time itself.
    duration: Infinity,
    removeDelay: TOAST_REMOVE_AFTER_MS,
    ariaProps: isError
      ? { role: "alert", "aria-live": "assertive" }
      : { role: "status", "aria-live": "polite" },
  });
  keepNewest(id);
  return {
    id,
    update: (change) => void toast({ ...content, ...change, id }),
    dismiss: () => store.dismiss(id),
  };
}

/** Newest first. Those that time has removed stay listed, harmlessly, until newer ones push them out. */
let kept: string[] = [];

function keepNewest(id: string): void {
  if (kept.includes(id)) return;
  for (const old of kept.slice(TOASTS_AT_ONCE - 1)) store.remove(old);
  kept = [id, ...kept].slice(0, TOASTS_AT_ONCE);
}
