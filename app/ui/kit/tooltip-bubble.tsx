/** The text of an open tooltip, in the browser's own popover, so that no edge cuts it off. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

export interface TooltipBubbleProps {
  text: string;
  /** Its first element is the button. */
  area: RefObject<HTMLElement>;
  onClose: () => void;
}

/** The pointer may move onto it: its padding closes the gap to the button. */
export default function TooltipBubble({ text, area, onClose }: TooltipBubbleProps) {
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
