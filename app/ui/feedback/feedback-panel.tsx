/** The panel of the heart button, in the browser's own popover: Escape and a click outside close it. */
import { useEffect, useRef } from "react";
import { FEEDBACK_CLOSES_AFTER_MS } from "~/domain/limits";
import { useTexts } from "../use-texts";
import { FeedbackForm } from "./feedback-form";

/** Opens when it is rendered. Closes by itself after the feedback was accepted. */
export default function FeedbackPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("feedback");
  const panel = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const closeWithState = (event: Event) => {
      if ((event as ToggleEvent).newState === "closed") onClose();
    };
    element.addEventListener("toggle", closeWithState);
    element.showPopover();
    element.querySelector("input")?.focus();
    return () => {
      clearTimeout(timer.current);
      element.removeEventListener("toggle", closeWithState);
    };
  }, [onClose]);

  function closeSoon(): void {
    timer.current = setTimeout(() => panel.current?.hidePopover(), FEEDBACK_CLOSES_AFTER_MS);
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={t("title")}
      {...{ popover: "auto" }}
      className="inset-auto bottom-[calc(4.25rem+var(--acting,0px))] right-4 m-0 w-80 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-5 text-text shadow-float backdrop:bg-transparent"
    >
      <FeedbackForm isInPanel onDone={closeSoon} />
    </div>
  );
}
