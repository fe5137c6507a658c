/** The notice: an important sentence about this page, with an optional action. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { IconName } from "~/domain/icon-names";
import type { Tone } from "./badge";
import { Icon } from "./icon";

interface NoticeProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** A small button or link at the right; below the text on a phone. */
  action?: ReactNode;
  className?: string;
}

/** A coloured box. Screen readers announce errors and warnings at once, the other tones when they are idle. */
export function Notice({ tone = "neutral", title, children, action, className }: NoticeProps) {
  const isUrgent = tone === "bad" || tone === "warn";
  return (
    <div
      role={isUrgent ? "alert" : "status"}
      className={clsx(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg py-3 pl-11 pr-4 font-medium",
        TONES[tone],
        className,
      )}
    >
      <div className="relative min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        {/* In the padding, so that an action that wraps starts at the same position as the text. */}
        <Icon name={ICONS[tone]} className="absolute -left-7 top-0.5" />
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}

const ICONS: Record<Tone, IconName> = {
  good: "circle-check",
  warn: "triangle-alert",
  bad: "circle-alert",
  accent: "info",
  neutral: "info",
};

const TONES: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  accent: "bg-accent-soft text-accent-text",
  neutral: "border border-line bg-sunken text-text",
};
