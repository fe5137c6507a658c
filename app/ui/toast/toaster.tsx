/** The region of the screen where notifications appear. Spec §4 and §9. */
import { useEffect, useRef, type CSSProperties, type FocusEvent } from "react";
import { toast as store, useToaster } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { TOAST_HOTKEY, TOAST_VIEWPORT_MAX_WIDTH_PX } from "~/domain/limits";
import { ToastCard } from "./toast-card";
import { usePause } from "./use-pause";

/** Elements whose own Escape must not also close a notification that nobody looked at. */
const HAS_OWN_ESCAPE =
  "dialog, [role='dialog'], [role='menu'], [popover], [popovertarget], [aria-expanded='true']";

/**
 * In the middle of the lower edge: a table's row menus and its paging stand at the right, its boxes and names at the
 * left. Shown once, in the root; it is there before any notification, so that screen readers announce them
 * all.
 */
export function Toaster() {
  const { t } = useTranslation("form");
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const open = useToaster().toasts.filter((toast) => toast.visible);
  const { isPaused, viewport } = usePause(region, { isEmpty: open.length === 0 });

  function dismissAndMoveFocus(id: string) {
    const hadFocus = region.current?.contains(document.activeElement);
    store.dismiss(id);
    if (hadFocus) (open.length > 1 ? region.current : cameFrom.current)?.focus();
  }

  useKeys({
    [TOAST_HOTKEY]: () => region.current?.focus(),
    Escape: (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const inside = region.current?.contains(target) ?? false;
      if (!inside && target?.closest(HAS_OWN_ESCAPE)) return;
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
        if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from;
      }}
    >
      <div role="status" aria-live="polite" aria-atomic="false" className="flex flex-col gap-2">
        {open.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onDismiss={dismissAndMoveFocus} />
        ))}
      </div>
    </section>
  );
}

const VIEWPORT_STYLE = { "--toast-viewport": `${TOAST_VIEWPORT_MAX_WIDTH_PX}px` } as CSSProperties;

/** Listens to keys of the whole page, unless something nearer has dealt with them. */
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
