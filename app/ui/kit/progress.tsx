/** The progress bar: how much of something is done or used, or that it is going on. */
import clsx from "clsx";
import { PROGRESS_MAX } from "~/domain/limits";

interface ProgressProps {
  /** From 0 to `PROGRESS_MAX`; missing while no one knows how far it is. */
  value?: number;
  /** For screen readers. Without it the bar is decoration next to a text that says the same. */
  label?: string;
  /** In the colour of an error. */
  isBad?: boolean;
}

/** A bar of the full width and 8 px. */
export function Progress({ value, label, isBad = false }: ProgressProps) {
  const shown = value === undefined ? PROGRESS_MAX / 3 : Math.min(PROGRESS_MAX, Math.max(0, value));
  const attributes = label
    ? {
        role: "progressbar",
        "aria-label": label,
        "aria-valuenow": value === undefined ? undefined : shown,
        "aria-valuemax": PROGRESS_MAX,
      }
    : { "aria-hidden": true };
  return (
    <svg {...attributes} className="progress" preserveAspectRatio="none" viewBox={`0 0 ${PROGRESS_MAX} 1`}>
      <rect
        width={shown}
        height="1"
        className={clsx(
          isBad ? "fill-bad" : "fill-accent",
          value === undefined && "animate-pulse motion-reduce:animate-none",
        )}
      />
    </svg>
  );
}

/** How much of a limit is used, as the value of a progress bar. Of a limit of 0, all. */
export function toProgress(used: number, limit: number): number {
  return limit === 0 ? PROGRESS_MAX : (used / limit) * PROGRESS_MAX;
}
