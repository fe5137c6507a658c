/** The tooltip: shows the name of a button that is only an icon (docs/decisions/0040). */
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ComponentType, FocusEvent, PointerEvent, ReactNode } from "react";
import type { TooltipBubbleProps } from "./tooltip-bubble";

export const TOOLTIP_OPEN_DELAY_MS = 700;
/** A tooltip opens without a delay when another one closed within this time. */
export const TOOLTIP_SKIP_DELAY_MS = 300;

interface TooltipProps {
  /** The same text as the name of the button, so screen readers do not need it. */
  text: string;
  /** One button or link. */
  children: ReactNode;
}

/**
 * Opens after 700 ms under the pointer, at once when another one has just closed, and with the keyboard's focus. Closes on
 * Escape, on a click, and when the pointer or the focus leaves. Touch has no tooltips.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const area = useRef<HTMLSpanElement>(null);
  const { isOpen, close, listeners } = useOpening();
  return (
    <span ref={area} className="contents" {...listeners}>
      {children}
      {isOpen ? (
        <Suspense>
          <Bubble text={text} area={area} onClose={close} />
        </Suspense>
      ) : null}
    </span>
  );
}

/** Loaded with the first pointer or focus on such a button, so that the sign-in page does not load it. */
const loadBubble = () => import("./tooltip-bubble").catch(() => ({ default: () => null }));
const Bubble = lazy<ComponentType<TooltipBubbleProps>>(loadBubble);

/** When the last tooltip closed. A reader who goes from button to button does not wait at each of them. */
let lastClosedAt = -Infinity;

function useOpening() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const openAfter = (delayMs: number) => {
    clearTimeout(timer.current);
    void loadBubble(); // its failure leaves the button without a tooltip
    timer.current = setTimeout(() => setIsOpen(true), delayMs);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (isOpen) lastClosedAt = Date.now();
    setIsOpen(false);
  };
  const listeners = {
    onPointerEnter(event: PointerEvent) {
      if (event.pointerType === "touch") return;
      const isNext = Date.now() - lastClosedAt < TOOLTIP_SKIP_DELAY_MS;
      openAfter(isNext ? 0 : TOOLTIP_OPEN_DELAY_MS);
    },
    onPointerLeave: close,
    onPointerDown: close,
    onClick: close,
    onFocus(event: FocusEvent) {
      if (event.target.matches(":focus-visible")) openAfter(0);
    },
    onBlur: close,
  };
  return { isOpen, close, listeners };
}
