/** The notice: an important sentence about this page, with an optional action. */
import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import type { Tone } from "./badge";

export interface NoticeProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** A small button or link at the right; below the text on a phone. */
  action?: ReactNode;
  className?: string;
}

/** A coloured box. Screen readers announce errors and warnings at once, the other tones when they are idle. */
export function Notice({ tone = "neutral", title, children, action, className }: NoticeProps) {
  const ToneIcon = ICONS[tone];
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
        <ToneIcon aria-hidden className="absolute -left-7 top-0.5" />
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}

const ICONS: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  accent: Info,
  neutral: Info,
};

const TONES: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  accent: "bg-accent-soft text-accent-text",
  neutral: "border border-line bg-sunken text-text",
};
