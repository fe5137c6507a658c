/** The region of the page where toasts appear. */
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type FocusEvent,
  type PointerEvent,
  type RefObject,
} from "react";
import { toast as store, useToaster } from "react-hot-toast/headless";
import { TOAST_HOTKEY, TOAST_VIEWPORT_MAX_WIDTH_PX } from "~/domain/toast-limits";
import { useTexts } from "../use-texts";
import { ToastCard } from "./toast-card";

/** Elements that handle Escape themselves: their Escape must not also close a toast. */
const HAS_OWN_ESCAPE =
  "dialog, [role='dialog'], [role='menu'], [popover], [popovertarget], [aria-expanded='true']";

/**
 * In the middle of the lower edge, because a table has its row menus and paging at the right, and its checkboxes and
 * names at the left. Rendered once, in the root, and before any toast, so that screen readers announce every toast.
 */
export function Toaster() {
  const { t } = useTexts("form");
  const region = useRef<HTMLElement>(null);
  const previousFocus = useRef<HTMLElement | null>(null);
  const open = useToaster().toasts.filter((toast) => toast.visible);
  const { isPaused, viewport } = usePause(region, { isEmpty: open.length === 0 });

  function dismissAndMoveFocus(id: string) {
    const hadFocus = region.current?.contains(document.activeElement);
    store.dismiss(id);
    if (hadFocus) (open.length > 1 ? region.current : previousFocus.current)?.focus();
  }

  useKeys({
    [TOAST_HOTKEY]: () => region.current?.focus(),
    Escape: (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const isInside = region.current?.contains(target) ?? false;
      if (!isInside && target?.closest(HAS_OWN_ESCAPE)) return;
      const id = target?.closest("[data-toast]")?.getAttribute("data-toast") ?? open[0]?.id;
      if (id !== undefined) dismissAndMoveFocus(id);
    },
  });

  return (
    <section
      ref={region}
      aria-label={t("toasts.region", { hotkey: TOAST_HOTKEY })}
      tabIndex={-1}
      style={VIEWPORT_STYLE}
      className="fixed inset-x-4 bottom-[calc(1rem+var(--acting,0px))] z-[100] md:mx-auto md:max-w-[--toast-viewport]"
      {...viewport}
      onFocus={(event: FocusEvent) => {
        const from = event.relatedTarget;
        if (from instanceof HTMLElement && !event.currentTarget.contains(from)) previousFocus.current = from;
      }}
    >
      {/* An open dialog turns off the pointer's events of the page, but not of the toasts, which are above it. */}
      <div
        role="status"
        aria-live="polite"
        aria-atomic="false"
        className="pointer-events-auto flex flex-col gap-2"
      >
        {open.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onDismiss={dismissAndMoveFocus} />
        ))}
      </div>
    </section>
  );
}

const VIEWPORT_STYLE = { "--toast-viewport": `${TOAST_VIEWPORT_MAX_WIDTH_PX}px` } as CSSProperties;

/** Handles keys of the whole page, unless another handler has prevented the event. */
function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) latest.current[event.key]?.(event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Toasts pause while the pointer or the focus is in the viewport, or the window has lost the focus. */
function usePause(region: RefObject<HTMLElement>, { isEmpty }: { isEmpty: boolean }) {
  // Read from the document instead of counting events: an element that is removed fires no "blur".
  const isHeldByFocus = useSyncExternalStore(
    subscribeToFocus,
    () => region.current?.contains(document.activeElement) === true || !document.hasFocus(),
    () => false,
  );
  const [hasPointer, setHasPointer] = useState(false);
  // When the last toast is removed, no "leave" event follows: without this the next one would never close.
  if (isEmpty && hasPointer) setHasPointer(false);
  return {
    isPaused: isHeldByFocus || hasPointer,
    viewport: {
      onPointerEnter: () => setHasPointer(true),
      onPointerLeave: () => setHasPointer(false),
      // A finger that is lifted has left; a toast that was swiped away fires no "leave" event.
      onPointerUp: (event: PointerEvent) => {
        if (event.pointerType === "touch") setHasPointer(false);
      },
    },
  };
}

function subscribeToFocus(changed: () => void): () => void {
  for (const name of ["focus", "blur"]) window.addEventListener(name, changed);
  for (const name of ["focusin", "focusout"]) document.addEventListener(name, changed);
  return () => {
    for (const name of ["focus", "blur"]) window.removeEventListener(name, changed);
    for (const name of ["focusin", "focusout"]) document.removeEventListener(name, changed);
  };
}
