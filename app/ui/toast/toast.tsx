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

/** Toasts that wait for their reader. */
const lasting = new Set<string>();

/** Whether a toast stays until its reader closes it. */
export function isLasting(id: string): boolean {
  return lasting.has(id);
}

/** Closes all: what they say is about a session that is over. */
export function clearToasts(): void {
  store.dismiss();
}

/**
 * Shows a notification, or changes the one with the same `id`. Without an id, one that says the same takes the place
 * of the one before it. For the browser only.
 */
export function showToast({ id: wanted, ...content }: ToastContent & { id?: string }): ToastHandle {
  const isError = content.variant === "error";
  const id = wanted ?? `${content.variant ?? "default"}: ${content.title ?? ""} ${content.description ?? ""}`;
  if (content.retry) lasting.add(id);
  else lasting.delete(id);
  store(<ToastBody {...content} onRetry={() => store.dismiss(id)} />, {
    id,
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
    update: (change) => void showToast({ ...content, ...change, id }),
    dismiss: () => store.dismiss(id),
  };
}

/** Newest first. Those that time has removed stay listed, harmlessly, until newer ones push them out. */
let keptToasts: string[] = [];

function keepNewest(id: string): void {
  if (keptToasts.includes(id)) return;
  for (const old of keptToasts.slice(TOASTS_AT_ONCE - 1)) store.remove(old);
  keptToasts = [id, ...keptToasts].slice(0, TOASTS_AT_ONCE);
}
