/** The badge: a status as a word and a colour. */
import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "accent" | "neutral";

interface BadgeProps {
  tone?: Tone;
  children: ReactNode;
  className?: string;
  /** Shown when the reader points at the badge. */
  title?: string;
}

/** A pill of 22 px. The word carries the meaning; the colour only repeats it. */
export function Badge({ tone = "neutral", children, className, title }: BadgeProps) {
  return (
    <span title={title} className={clsx("badge", TONES[tone], className)}>
      {children}
    </span>
  );
}

const TONES: Record<Tone, string> = {
  good: "border-transparent bg-good-soft text-good",
  warn: "border-transparent bg-warn-soft text-warn",
  bad: "border-transparent bg-bad-soft text-bad",
  accent: "border-transparent bg-accent-soft text-accent-text",
  neutral: "border-line bg-sunken text-muted",
};
