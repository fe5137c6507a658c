/** A whole page that says one thing: not found, failed, not permitted. */
import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { BrandLink } from "../kit/brand";
import { ButtonLink } from "../kit/button";
import { FlashNotice } from "../session/flash-toast";
import { MAIN_ID } from "./skip-link";

export interface MessagePageProps {
  /** The icon itself: by name, every page would carry all icons, as each can fail. */
  icon: LucideIcon;
  title: ReactNode;
  text?: ReactNode;
  /** Usually one `ButtonLink`. */
  action?: ReactNode;
}

/** Icon, title, text and a way on, in the middle of the page. */
export function MessagePage({ icon: Sign, title, text, action }: MessagePageProps) {
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
        <span className="mb-3 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
          <Sign aria-hidden className="size-5" />
        </span>
        <h1 className="text-balance">{title}</h1>
        {text ? <p className="text-balance text-muted">{text}</p> : null}
        {action ? <div className="mt-4">{action}</div> : null}
      </main>
    </div>
  );
}

/** The page of every unknown address, with a way to the dashboard. Spec §8. */
export function NotFoundScreen() {
  const { t } = useTranslation("layout");
  return (
    <MessagePage
      icon={SearchX}
      title={t("not_found.title")}
      action={
        <ButtonLink to={paths.dashboard} variant="primary">
          {t("not_found.button")}
        </ButtonLink>
      }
    />
  );
}

/** The page of a failure that nobody foresaw. `requestId` helps support to find it in the log. */
export function ErrorScreen({ requestId }: { requestId?: string }) {
  const { t } = useTranslation("layout");
  return (
    <MessagePage
      icon={CircleAlert}
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
