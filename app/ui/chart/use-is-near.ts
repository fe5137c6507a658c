/** When to fetch what draws a chart: once it is nearly in sight and the page has nothing better to do. */
import { useEffect, useState, type RefObject } from "react";

/** How far outside the window a chart may be and yet count as nearly seen. */
const MARGIN = "200px";
/** Safari has no idle callback; by then a page has usually settled. */
const WAIT_WITHOUT_IDLE_MS = 200;

/** False on the server and at first; true for good once the element is near. */
export function useIsNear(element: RefObject<Element>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    let stopWaiting: (() => void) | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        stopWaiting = whenIdle(() => setIsNear(true));
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      stopWaiting?.();
    };
  }, [element]);
  return isNear;
}

/** Runs `work` in a quiet moment; the answer calls it off. */
function whenIdle(work: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(work);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, WAIT_WITHOUT_IDLE_MS);
  return () => clearTimeout(timer);
}
