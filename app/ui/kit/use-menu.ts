/** What scripts add to a menu in the browser's popover: where the focus is while it is open. */
import { useEffect, useRef, type RefObject } from "react";
import type { MenuOptions } from "./menu-focus";

/**
 * Returns the ref of the popover. Open, its first entry gets the focus, and it closes when the focus leaves it. The browser restores
 * the focus to the button that opened it. The code is loaded once the page is there; without it the browser's own menu is left.
 */
export function useMenu({ isDrawer = false }: MenuOptions = {}): RefObject<HTMLDivElement> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = ref.current;
    if (!menu) return undefined;
    const ending = new AbortController();
    import("./menu-focus")
      .then(({ followMenu }) => followMenu(menu, { isDrawer, ended: ending.signal }))
      .catch(() => undefined);
    return () => ending.abort();
  }, [isDrawer]);
  return ref;
}
