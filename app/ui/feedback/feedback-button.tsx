/** The floating heart: a link to the feedback page, which with scripts opens the form above the current page. */
import { Link, useLocation } from "@remix-run/react";
import { lazy, Suspense, useCallback, useState, type MouseEvent } from "react";
import { paths } from "~/domain/paths";
import { Icon } from "../kit/icon";
import { Tooltip } from "../kit/tooltip";
import { recordPageEvent } from "../session/call-api";
import { useTexts } from "../use-texts";

const FeedbackPanel = lazy(() => import("./feedback-panel"));

/** Its form is loaded when the heart is first used. */
export function FeedbackButton() {
  const { t } = useTexts("layout");
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);

  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
    recordPageEvent("feedback_opened", { page: pathname });
  }

  return (
    <>
      <Tooltip text={t("feedback")}>
        <Link to={paths.feedback} onClick={open} aria-label={t("feedback")} className={HEART}>
          <Icon name="heart" className="size-5" />
        </Link>
      </Tooltip>
      {isOpen ? (
        <Suspense fallback={null}>
          <FeedbackPanel onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}

/** It floats beside the page. Where the page leaves no room beside it, it stands in the room below. */
const HEART = [
  "absolute bottom-4 right-4 z-10 grid size-11 place-items-center rounded-full",
  "xl:fixed xl:bottom-[calc(1rem+var(--acting,0px))] xl:z-30",
  "border border-line-strong bg-surface text-accent-text shadow-float transition-colors duration-150 hover:bg-sunken",
  "print:hidden",
].join(" ");
