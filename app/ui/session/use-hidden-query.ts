/** Removes a one-time token from the address bar, where others could see it and the browser's history would keep it. */
import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Removes the query string from the URL of the page. The state of the history entry, which only this tab can read, keeps
 * it, so that the page still has it after a reload and after going back. Without scripts the URL stays as it is.
 */
export function useHiddenQuery(): void {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const hidden = (window.history.state as { hiddenQuery?: unknown } | null)?.hiddenQuery;
    if (search !== "") {
      window.history.replaceState({ ...window.history.state, hiddenQuery: search }, "", pathname);
    } else if (typeof hidden === "string") {
      navigate(pathname + hidden, { replace: true });
    }
  }, [pathname, search, key, navigate]);
}
