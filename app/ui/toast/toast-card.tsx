/** One visible toast: its time, and the ways to close it. */
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { resolveValue, type Toast } from "react-hot-toast/headless";
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";
import { Tooltip } from "../kit/tooltip";
import { getCloseAfterMs, isLasting } from "./toast-store";

const TOAST_SWIPE_PX = 50;

interface ToastCardProps {
  toast: Toast;
  /** The countdown is stopped. */
  isPaused: boolean;
  onDismiss: (id: string) => void;
}

/** Closes after 5 s (with Undo 10 s) unless it lasts, on its button, and when it is swiped to the right. */
export function ToastCard({ toast, isPaused, onDismiss }: ToastCardProps) {
  const { t } = useTexts("form");
  const dismissToast = () => onDismiss(toast.id);
  useCountdown({
    since: toast.createdAt,
    ms: getCloseAfterMs(toast.id),
    isPaused: isPaused || isLasting(toast.id),
    onEnd: dismissToast,
  });
  const swipe = useSwipeRight(dismissToast);
  return (
    <div
      // The viewport's live region announces the other toasts; an error interrupts the screen reader.
      role={toast.ariaProps.role === "alert" ? "alert" : undefined}
      data-toast={toast.id}
      className="flex touch-pan-y select-none gap-3 rounded-card border bg-surface px-4 py-3.5 shadow-float motion-safe:animate-slide-up"
      {...swipe}
    >
      {resolveValue(toast.message, toast)}
      <Tooltip text={t("toasts.dismiss")}>
        <button
          type="button"
          aria-label={t("toasts.dismiss")}
          className="-mr-1.5 -mt-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
          onClick={dismissToast}
        >
          <Icon name="x" />
        </button>
      </Tooltip>
    </div>
  );
}

interface CountdownOptions {
  since: number;
  ms: number;
  isPaused: boolean;
  onEnd: () => void;
}

/** Calls `onEnd` when the toast's time has passed, without its pauses; starts again when `since` changes. */
function useCountdown({ since, ms, isPaused, onEnd }: CountdownOptions): void {
  const left = useRef({ since, ms });
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (left.current.since !== since) left.current = { since, ms };
    if (isPaused) return;
    const started = Date.now();
    const timer = setTimeout(() => end.current(), left.current.ms);
    return () => {
      clearTimeout(timer);
      left.current.ms -= Date.now() - started;
    };
  }, [since, ms, isPaused]);
}

/** Attributes of an element that follows the pointer to the right. Calls `onSwiped` if it is released 50 px away. */
function useSwipeRight(onSwiped: () => void) {
  const startX = useRef<number | null>(null);
  const [offsetPx, setOffsetPx] = useState(0);
  const reset = () => {
    startX.current = null;
    setOffsetPx(0);
  };
  return {
    style: offsetPx > 0 ? { transform: `translateX(${offsetPx}px)` } : undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) startX.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current === null) return;
      const movedPx = event.clientX - startX.current;
      // Not before: capturing the pointer would take the click away from a button inside.
      if (movedPx > SLACK_PX) event.currentTarget.setPointerCapture(event.pointerId);
      setOffsetPx(movedPx > SLACK_PX ? movedPx : 0);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isFarEnough = startX.current !== null && event.clientX - startX.current >= TOAST_SWIPE_PX;
      reset();
      if (isFarEnough) onSwiped();
    },
    onPointerCancel: reset,
  };
}

/** A shorter movement is a click. */
const SLACK_PX = 4;
