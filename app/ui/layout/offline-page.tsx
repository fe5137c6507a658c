/** The page of an address that could not be loaded because the server did not answer. */
import WifiOff from "lucide-react/icons/wifi-off";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { OFFLINE_RETRY_EVERY_MS } from "~/domain/limits";
import { Button } from "../kit/button";
import { checkReachable } from "../session/reachability";
import { MessagePage } from "./message-page";

/** Loads the page as soon as the server answers: by its button, when the browser is online again, and by itself. */
export function OfflinePage() {
  const { t } = useTranslation("layout");
  useEffect(() => {
    const handleOnline = () => void retry();
    const timer = setInterval(handleOnline, OFFLINE_RETRY_EVERY_MS);
    window.addEventListener("online", handleOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", handleOnline);
    };
  }, []);
  return (
    <MessagePage
      icon={WifiOff}
      title={t("offline.title")}
      text={t("offline.text")}
      action={
        <Button variant="primary" onClick={() => void retry()}>
          {t("offline.retry")}
        </Button>
      }
    />
  );
}

/** Whether a page's data could not be had for want of an answer. Each browser has its own words for it. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error &&
    /failed to fetch|networkerror|load failed|turbo-stream response|patchRoutesOnNavigation/i.test(
      error.message,
    )
  );
}

async function retry(): Promise<void> {
  if (await checkReachable()) window.location.reload();
}
