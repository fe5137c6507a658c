/** A whole page that says one thing: not found, failed, not permitted. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BrandLink } from "../kit/brand";
import { ButtonLink } from "../kit/button";
import { Icon } from "../kit/icon";
import { MAIN_ID } from "./skip-link";

export interface MessageScreenProps {
  /** A name that `Icon` knows. */
  icon: string;
  title: ReactNode;
  text?: ReactNode;
  /** Usually one `ButtonLink`. */
  action?: ReactNode;
}

/** Icon, title, text and a way on, in the middle of the page. */
export function MessageScreen({ icon, title, text, action }: MessageScreenProps) {
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
        <span className="mb-3 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
          <Icon name={icon} className="size-5" />
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
    <MessageScreen
      icon="search-x"
      title={t("not_found.title")}
      action={
        <ButtonLink to="/dashboard" variant="primary">
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
    <MessageScreen
      icon="circle-alert"
      title={t("error.title")}
      text={requestId ? t("error.request", { id: requestId }) : t("error.text")}
      action={
        <ButtonLink to="/" reloadDocument>
          {t("error.button")}
        </ButtonLink>
      }
    />
  );
}
