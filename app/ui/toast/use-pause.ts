/** When notifications must wait: somebody points at them, is in them, or is not looking at the window. Spec §4. */
import { useState, useSyncExternalStore, type PointerEvent, type RefObject } from "react";

/** Whether the time stands still, and the attributes of the viewport that tell. */
export function usePause(region: RefObject<HTMLElement>, { isEmpty }: { isEmpty: boolean }) {
  // Asked of the document rather than counted by events: an element that is removed takes its "blur" with it.
  const isHeldByFocus = useSyncExternalStore(
    subscribeToFocus,
    () => region.current?.contains(document.activeElement) === true || !document.hasFocus(),
    () => false,
  );
  const [hasPointer, setHasPointer] = useState(false);
  // The last toast takes the pointer's "leave" with it: without this the next one would wait for ever.
  if (isEmpty && hasPointer) setHasPointer(false);
  return {
    isPaused: isHeldByFocus || hasPointer,
    viewport: {
      onPointerEnter: () => setHasPointer(true),
      onPointerLeave: () => setHasPointer(false),
      // A finger that is lifted has left, though a toast swiped away no longer says so.
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
