/** A page that waits for somebody else leaves as soon as the guard would no longer keep its reader on it. */
import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { WAITING_CHECK_EVERY_MS, WAITING_CHECK_FOR_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";

/**
 * Asks for `page` whenever its reader comes back to it, and every so often while they look, for a while. Once it leads
 * elsewhere, so does this. Not by a revalidation: a server that is away for a moment would put the error screen here.
 */
export function useOpenWhenAllowed(page: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    let isAsking = false;
    const checkPage = async () => {
      if (isAsking || document.visibilityState !== "visible") return;
      isAsking = true;
      const hasEnded = await isRedirected(page);
      isAsking = false;
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

/** False as well when nobody answers: there is another time. */
async function isRedirected(page: string): Promise<boolean> {
  try {
    const response = await fetch(page, { method: "HEAD", redirect: "manual", cache: "no-store" });
    return response.type === "opaqueredirect";
  } catch {
    return false;
  }
}
