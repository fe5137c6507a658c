/** The keys that work on every page of the app. What they open is loaded when it is first used. */
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useSend } from "../form/post-form";
import { areSingleKeysOn } from "./single-keys";

const Palette = lazy(() => import("./palette"));
const Shortcuts = lazy(() => import("./shortcuts"));

type Shown = "palette" | "shortcuts";

/** The event that opens the palette from a button anywhere in the page. */
const OPEN_EVENT = "open-palette";

export function openPalette(): void {
  window.dispatchEvent(new Event(OPEN_EVENT));
}

/** Ctrl or ⌘ with K opens the palette, "?" the list of shortcuts, "/" goes to the page's search field. */
export function PaletteKeys() {
  const [shown, setShown] = useState<Shown | null>(null);
  const close = useCallback(() => setShown(null), []);
  const { send } = useSend();
  // Sent from here, because the palette is gone before the reply comes.
  const post = (action: string, fields: Record<string, string>) => {
    const values = new FormData();
    for (const [name, value] of Object.entries(fields)) values.set(name, value);
    send(action, values, { retry: () => post(action, fields) });
    close();
  };
  useEffect(() => {
    const show = () => setShown("palette");
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const isPaletteKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      if (isPaletteKey) setShown((now) => (now === "palette" ? null : "palette"));
      else if (!canUseSingleKey(event)) return;
      else if (event.key === "?") setShown("shortcuts");
      else if (event.key !== "/" || !focusSearch()) return;
      event.preventDefault();
    };
    window.addEventListener(OPEN_EVENT, show);
    window.addEventListener("keydown", handleKey);
    return () => {
      window.removeEventListener(OPEN_EVENT, show);
      window.removeEventListener("keydown", handleKey);
    };
  }, []);
  // A boundary that the server has sent must not change before React has taken it over (its error 421).
  if (shown === null) return null;
  return (
    <Suspense fallback={null}>
      {shown === "palette" ? (
        <Palette onClose={close} onPost={post} onShortcuts={() => setShown("shortcuts")} />
      ) : (
        <Shortcuts onClose={close} />
      )}
    </Suspense>
  );
}

/** Not while the user types, nor in a dialog, nor when they have turned these keys off. */
function canUseSingleKey({ ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || !areSingleKeysOn()) return false;
  return !(target instanceof Element && target.closest("input, textarea, select, [role='dialog']"));
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[name='search']");
  field?.focus();
  return field !== null;
}
