/** A link that is followed without a connection leaves its reader on the page, with all that was typed into it. */
import { useBlocker, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../toast/toast";
import { canLoad, isProbablyAway, mayFailToLoad, noteLoaded } from "./reachability";

/** Stands once, in the root. Lets a navigation pass once the server answers again. */
export function OfflineGuard() {
  const { t } = useTranslation("layout");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => noteLoaded(pathname), [pathname]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // The code of the page at hand is there: another query of it, or a form that it posts to itself.
    if (currentLocation.pathname === nextLocation.pathname)
      return currentLocation.search !== nextLocation.search && isProbablyAway();
    return mayFailToLoad(nextLocation.pathname);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { location } = blocker;
    let isLatest = true;
    void canLoad(location.pathname).then((isReachable) => {
      if (!isLatest) return;
      if (isReachable) {
        blocker.proceed();
        return;
      }
      blocker.reset();
      showToast({
        title: t("offline.title"),
        description: t("offline.kept"),
        variant: "error",
        retry: { label: t("offline.retry"), run: () => navigate(location) },
      });
    });
    return () => {
      isLatest = false;
    };
  }, [blocker, navigate, t]);
  return null;
}
