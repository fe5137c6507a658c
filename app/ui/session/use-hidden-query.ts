/** A one-time token out of the address bar, where it could be seen and would stay in the browser's history. */
import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Takes the query out of the address of the page. It stays with the entry of the history, which is the tab's alone, so
 * that the page still finds it when it is loaded anew or come back to. Without scripts the address stays as it is.
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
