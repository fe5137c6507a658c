/** Pages that show a single message: not found, error, offline. The root route renders them. */
import { useEffect, type ReactNode } from "react";
import type { IconName } from "~/domain/icon-names";
import { OFFLINE_RETRY_EVERY_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { BrandLink } from "../kit/brand";
import { Button, ButtonLink } from "../kit/button";
import { Icon } from "../kit/icon";
import { FlashNotice } from "../session/flash-toast";
import { checkReachable } from "../reachability";
import { useTexts } from "../use-texts";
import { MAIN_ID } from "../kit/skip-link";

interface MessageProps {
  icon: IconName;
  title: ReactNode;
  text?: ReactNode;
  /** Usually one `ButtonLink`. */
  action?: ReactNode;
}

/** The message, in the middle of a page of its own. */
function MessagePage(message: MessageProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] p-6">
      <header>
        <BrandLink />
      </header>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="m-auto grid max-w-md justify-items-center gap-2 pb-24 text-center"
      >
        <FlashNotice className="mb-5 text-left" />
        <Message {...message} />
      </main>
    </div>
  );
}

/** Icon, title, text and action. */
function Message({ icon, title, text, action }: MessageProps) {
  return (
    <>
      <span className="mb-3 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
        <Icon name={icon} className="size-5" />
      </span>
      <h1 className="text-balance">{title}</h1>
      {text ? <p className="text-balance text-muted">{text}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </>
  );
}

/** The page of every unknown URL, with a link to the dashboard. */
export function NotFoundPage() {
  return <MessagePage {...useNotFoundMessage()} />;
}

/** The same within the app layout. */
export function NotFoundMessage() {
  return (
    <div className="grid justify-items-center gap-2 py-16 text-center">
      <Message {...useNotFoundMessage()} />
    </div>
  );
}

function useNotFoundMessage(): MessageProps {
  const { t } = useTexts("layout");
  const action = (
    <ButtonLink to={paths.dashboard} variant="primary">
      {t("not_found.button")}
    </ButtonLink>
  );
  return { icon: "search-x", title: t("not_found.title"), action };
}

/** The page of an unexpected error. With `requestId`, support finds it in the log. */
export function ErrorPage({ requestId }: { requestId?: string }) {
  const { t } = useTexts("layout");
  return (
    <MessagePage
      icon="circle-alert"
      title={t("error.title")}
      text={requestId ? t("error.request", { id: requestId }) : t("error.text")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="" reloadDocument variant="primary">
            {t("error.retry")}
          </ButtonLink>
          <ButtonLink to={paths.home} reloadDocument>
            {t("error.button")}
          </ButtonLink>
        </div>
      }
    />
  );
}

/**
 * The page when the server cannot be reached. Reloads once the server responds: it tries on its button, when the browser
 * is online again, and at intervals.
 */
export function OfflinePage() {
  const { t } = useTexts("layout");
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
      icon="wifi-off"
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

async function retry(): Promise<void> {
  if (await checkReachable()) window.location.reload();
}

/** Whether a page's data could not be loaded because there was no response. Each browser has its own error message. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Error &&
    /failed to fetch|networkerror|load failed|turbo-stream response|patchRoutesOnNavigation/i.test(
      error.message,
    )
  );
}
