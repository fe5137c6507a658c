/**
 * The tooltip: shows the name of a button that is only an icon. In the browser's own popover, so that no edge cuts it off
 * (docs/decisions/0040).
 */
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type PointerEvent } from "react";
import type { ReactNode, RefObject } from "react";
import { TOOLTIP_OPEN_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from "~/domain/kit-limits";

export interface TooltipProps {
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
      {isOpen ? <Bubble text={text} area={area} onClose={close} /> : null}
    </span>
  );
}

/** When the last tooltip closed. A reader who goes from button to button does not wait at each of them. */
let lastClosedAt = -Infinity;

function useOpening() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const openAfter = (delayMs: number) => {
    clearTimeout(timer.current);
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

interface BubbleProps {
  text: string;
  /** Its first element is the button. */
  area: RefObject<HTMLElement>;
  onClose: () => void;
}

/** The pointer may move onto it: its padding closes the gap to the button. */
function Bubble({ text, area, onClose }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const button = area.current?.firstElementChild;
    if (!button || !bubble.current) return;
    bubble.current.showPopover();
    placeBubble(bubble.current, button.getBoundingClientRect());
  }, [area]);
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose();
    };
    document.addEventListener("keydown", handleKey);
    // The bubble stays where it is, the button moves.
    window.addEventListener("scroll", onClose, true);
    return () => {
      document.removeEventListener("keydown", handleKey);
      window.removeEventListener("scroll", onClose, true);
    };
  }, [onClose]);
  return (
    <span
      ref={bubble}
      role="tooltip"
      className="fixed inset-auto m-0 max-w-64 overflow-visible border-0 bg-transparent px-0 py-1.5 backdrop:bg-transparent"
      {...POPOVER}
    >
      <span className="block animate-fade-in rounded-md bg-text px-2 py-1 text-xs font-medium text-surface">
        {text}
      </span>
    </span>
  );
}

/** React 18 does not know the attribute, but passes it on. "manual": it must not close an open menu. */
const POPOVER = { popover: "manual" };

const EDGE_PX = 8;

/** Below the button and in its middle, or above it near the end of the window. */
function placeBubble(bubble: HTMLElement, button: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const isRoomBelow = button.bottom + height <= window.innerHeight;
  const middle = button.left + button.width / 2 - width / 2;
  const furthest = document.documentElement.clientWidth - width - EDGE_PX;
  bubble.style.top = `${isRoomBelow ? button.bottom : button.top - height}px`;
  bubble.style.left = `${Math.max(EDGE_PX, Math.min(middle, furthest))}px`;
}
