/** The toasts that are shown or have just been closed, kept by react-hot-toast; `Toaster` renders them. */
import clsx from "clsx";
import { toast as store } from "react-hot-toast/headless";
import { Button } from "../kit/button";
import { Icon } from "../kit/icon";
import type { ToastContent, ToastRegion, ToastVariant } from "./toast";

const TOASTS_AT_ONCE = 3;
export const TOAST_AUTO_CLOSE_MS = 5000;
/** A toast with Undo stays longer: its reader decides, and may need to find the button. */
export const TOAST_WITH_UNDO_CLOSE_MS = 10_000;
const TOAST_REMOVE_AFTER_MS = 10_000;

/** By the ids of toasts: after how many milliseconds they close. Infinity: not by themselves. */
const closesAfterMs = new Map<string, number>();

/** Whether a toast stays until the user closes it. */
export function isLasting(id: string): boolean {
  return closesAfterMs.get(id) === Infinity;
}

/** After how many milliseconds a toast that does not last closes. */
export function getCloseAfterMs(id: string): number {
  return closesAfterMs.get(id) ?? TOAST_AUTO_CLOSE_MS;
}

/** The region that `Toaster` connects to `showToast`. */
export const toastStore: ToastRegion = { show: showInStore, dismiss: (id) => store.dismiss(id) };

/** Adds a toast, or changes the one with the same `id`. */
function showInStore(id: string, content: ToastContent): void {
  const isError = content.variant === "error";
  if (content.retry || content.isLasting) closesAfterMs.set(id, Infinity);
  else closesAfterMs.set(id, content.undo ? TOAST_WITH_UNDO_CLOSE_MS : TOAST_AUTO_CLOSE_MS);
  store(<ToastBody {...content} onRetry={() => store.dismiss(id)} />, {
    id,
    // react-hot-toast adds a whole pause to a toast that appears during it, so each card counts its time itself.
    duration: Infinity,
    removeDelay: TOAST_REMOVE_AFTER_MS,
    ariaProps: isError
      ? { role: "alert", "aria-live": "assertive" }
      : { role: "status", "aria-live": "polite" },
  });
  keepNewest(id);
}

/** The ids, newest first. Ids of toasts that have been removed stay in the list until newer ones replace them. */
let keptToasts: string[] = [];

function keepNewest(id: string): void {
  if (keptToasts.includes(id)) return;
  for (const old of keptToasts.slice(TOASTS_AT_ONCE - 1)) store.remove(old);
  keptToasts = [id, ...keptToasts].slice(0, TOASTS_AT_ONCE);
}

interface ToastBodyProps extends ToastContent {
  /** Called before the retry runs. */
  onRetry: () => void;
}

/** Icon, title, description and action. An error has a red circle-alert icon, any other toast a check. */
function ToastBody(props: ToastBodyProps) {
  const { title, description, variant = "default", action, undo, retry, onRetry } = props;
  return (
    <>
      <Icon
        name={variant === "error" ? "circle-alert" : "check"}
        className={clsx("mt-0.5", COLOURS[variant])}
      />
      <div className="min-w-0 flex-1 break-words">
        {title ? <p className="font-semibold">{title}</p> : null}
        {description ? <p className={clsx(title && "text-muted")}>{description}</p> : null}
        {action ? <div className="mt-2">{action}</div> : null}
        {retry ? (
          <Button
            size="sm"
            className="mt-2"
            onClick={() => {
              onRetry();
              retry.run();
            }}
          >
            {retry.label}
          </Button>
        ) : null}
      </div>
      {undo ? <div className="-my-1.5 shrink-0">{undo}</div> : null}
    </>
  );
}

const COLOURS: Record<ToastVariant, string> = {
  default: "text-muted",
  success: "text-good",
  info: "text-accent-text",
  error: "text-bad",
};
