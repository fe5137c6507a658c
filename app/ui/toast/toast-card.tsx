/** One notification on the screen: its time, and the ways to close it. */
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { resolveValue, type Toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { TOAST_AUTO_CLOSE_MS } from "~/domain/limits";
import { isLasting } from "./toast";
import { useSwipeRight } from "./use-swipe-right";

export interface ToastCardProps {
  toast: Toast;
  /** The time stands still. */
  isPaused: boolean;
  onDismiss: (id: string) => void;
}

/** Closes after 5 s unless it waits for its reader, by its button, or swiped to the right. */
export function ToastCard({ toast, isPaused, onDismiss }: ToastCardProps) {
  const { t } = useTranslation("form");
  const dismissToast = () => onDismiss(toast.id);
  useCountdown({ since: toast.createdAt, isPaused: isPaused || isLasting(toast.id), onEnd: dismissToast });
  const swipe = useSwipeRight(dismissToast);
  return (
    <div
      // Other notifications are announced by the viewport's own live region; an error interrupts.
      role={toast.ariaProps.role === "alert" ? "alert" : undefined}
      data-toast={toast.id}
      className="flex touch-pan-y select-none gap-3 rounded-card border bg-surface px-4 py-3.5 shadow-float motion-safe:animate-slide-up"
      {...swipe}
    >
      {resolveValue(toast.message, toast)}
      <button
        type="button"
        aria-label={t("toasts.dismiss")}
        className="-mr-1.5 -mt-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
        onClick={dismissToast}
      >
        <X aria-hidden />
      </button>
    </div>
  );
}

/** Calls `onEnd` once the toast's time has run, not counting pauses; begins anew when `since` changes. */
function useCountdown({
  since,
  isPaused,
  onEnd,
}: {
  since: number;
  isPaused: boolean;
  onEnd: () => void;
}): void {
  const left = useRef({ since, ms: TOAST_AUTO_CLOSE_MS });
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (left.current.since !== since) left.current = { since, ms: TOAST_AUTO_CLOSE_MS };
    if (isPaused) return;
    const started = Date.now();
    const timer = setTimeout(() => end.current(), left.current.ms);
    return () => {
      clearTimeout(timer);
      left.current.ms -= Date.now() - started;
    };
  }, [since, isPaused]);
}
