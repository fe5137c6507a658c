/** For pages that the guard keeps a user on: the check whether they may leave. */
import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { WAITING_CHECK_EVERY_MS, WAITING_CHECK_FOR_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";

/**
 * Leaves `page` once the server no longer keeps the user on it, for example because the owner has chosen a plan. Asks
 * whenever the user comes back to the tab, and repeatedly while the page is visible, for a limited time. It does not
 * revalidate: a server that is unreachable for a moment would then replace the page with the error page.
 */
export function useOpenWhenAllowed(page: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    let isChecking = false;
    const checkPage = async () => {
      if (isChecking || document.visibilityState !== "visible") return;
      isChecking = true;
      const hasEnded = await isRedirected(page);
      isChecking = false;
      if (hasEnded) navigate(paths.dashboard);
    };
    const handleVisible = () => void checkPage();
    const timer = setInterval(handleVisible, WAITING_CHECK_EVERY_MS);
    const end = setTimeout(() => clearInterval(timer), WAITING_CHECK_FOR_MS);
    window.addEventListener("focus", handleVisible);
    document.addEventListener("visibilitychange", handleVisible);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
      window.removeEventListener("focus", handleVisible);
      document.removeEventListener("visibilitychange", handleVisible);
    };
  }, [page, navigate]);
}

/** Whether the server redirects from `page`. False when it does not answer: the next check asks again. */
async function isRedirected(page: string): Promise<boolean> {
  try {
    const response = await fetch(page, { method: "HEAD", redirect: "manual", cache: "no-store" });
    return response.type === "opaqueredirect";
  } catch {
    return false;
  }
}
