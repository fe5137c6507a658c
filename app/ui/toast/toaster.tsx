/** The region of the page where toasts appear. */
import {
  useCallback,
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
import { useTexts } from "../use-texts";
import { connectToasts } from "./toast";
import { ToastCard } from "./toast-card";
import { useToastSide } from "./toast-side";
import { toastStore } from "./toast-store";

const TOAST_HOTKEY = "F8";
const TOAST_VIEWPORT_MAX_WIDTH_PX = 420;

/** Elements that handle Escape themselves: their Escape must not also close a toast. */
const HAS_OWN_ESCAPE =
  "dialog, [role='dialog'], [role='menu'], [popover], [popovertarget], [aria-expanded='true']";

/**
 * At the lower right of a wide screen, or beside what is used next (`toast-side.ts`); as wide as a phone. Rendered once, by
 * `ToastHost`, and before any toast, so that screen readers announce every toast.
 */
export function Toaster() {
  const { t } = useTexts("form");
  const region = useRef<HTMLElement>(null);
  const open = useToaster().toasts.filter((toast) => toast.visible);
  const isEmpty = open.length === 0;
  const { isPaused, viewport } = usePause(region, { isEmpty });
  const { focusHandlers, leaveRegion } = useLeaving(region, { isEmpty });
  useToastSide(region, { isEmpty });
  useEffect(() => connectToasts(toastStore), []);

  function dismissAndMoveFocus(id: string) {
    const hadFocus = region.current?.contains(document.activeElement);
    store.dismiss(id);
    if (!hadFocus) return;
    if (open.length > 1) region.current?.focus();
    else leaveRegion();
  }

  useKeys({
    [TOAST_HOTKEY]: () => {
      if (!isEmpty) region.current?.focus();
    },
    Escape: (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const isInside = region.current?.contains(target) ?? false;
      if (!isInside && target?.closest(HAS_OWN_ESCAPE)) return;
      const id = target?.closest("[data-toast]")?.getAttribute("data-toast") ?? open[0]?.id;
      if (id !== undefined) store.dismiss(id);
      // The others close in their time: the next Escape closes one of them wherever the focus is.
      if (isInside) leaveRegion();
    },
  });

  return (
    <section
      ref={region}
      aria-label={t("toasts.region", { hotkey: TOAST_HOTKEY })}
      tabIndex={-1}
      style={VIEWPORT_STYLE}
      className={VIEWPORT}
      {...viewport}
      {...focusHandlers}
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

/** Above the heart, which is at the lower right, too. */
const VIEWPORT = [
  "fixed inset-x-4 bottom-[calc(4.5rem+var(--acting,0px))] z-[100] md:ml-auto md:w-full md:max-w-[--toast-viewport]",
  "data-[side=left]:ml-0 data-[side=middle]:mx-auto",
].join(" ");
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

/**
 * Gives the focus back when the region has nothing more to show, or the user leaves it: otherwise it would stay in an empty
 * region, and every later toast would wait for it to go.
 */
function useLeaving(region: RefObject<HTMLElement>, { isEmpty }: { isEmpty: boolean }) {
  const previous = useRef<HTMLElement | null>(null);
  const leaveRegion = useCallback(() => {
    previous.current?.focus();
    // Nothing had the focus before, or what had it is gone.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && region.current?.contains(focused)) focused.blur();
  }, [region]);
  // The last toast may also close by itself, or by the code that has shown it.
  useEffect(() => {
    if (isEmpty && region.current?.contains(document.activeElement)) leaveRegion();
  }, [isEmpty, region, leaveRegion]);
  const focusHandlers = {
    // Without an element that had it, the focus comes from nowhere, or the window gets it back.
    onFocus: ({ currentTarget, relatedTarget: from }: FocusEvent) => {
      if (from instanceof HTMLElement && !currentTarget.contains(from)) previous.current = from;
    },
    onBlur: ({ currentTarget, relatedTarget: to }: FocusEvent) => {
      if (!currentTarget.contains(to) && document.hasFocus()) previous.current = null;
    },
  };
  return { focusHandlers, leaveRegion };
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
