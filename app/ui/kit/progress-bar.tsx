/** The progress bar: of something that runs, or of a limit that fills. */
import clsx from "clsx";
import { PROGRESS_MAX } from "~/domain/limits";

export type ProgressState = "indeterminate" | "loading" | "complete";

export interface ProgressBarProps {
  label: string;
  /** 0 to 100, clipped; none while nobody knows. */
  value?: number;
  className?: string;
}

/** A bar of 8 px. Indeterminate without a value, complete at 100, loading between. Spec §4, §9. */
export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const filled = value === undefined ? undefined : Math.min(Math.max(value, 0), PROGRESS_MAX);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={PROGRESS_MAX}
      aria-valuenow={filled}
      data-state={progressState(filled)}
      className={clsx("h-2 overflow-hidden rounded-full border border-line bg-sunken", className)}
    >
      <div
        className={clsx(
          "h-full rounded-full bg-accent",
          filled === undefined ? "w-1/4 animate-indeterminate" : "transition-[width]",
        )}
        style={filled === undefined ? undefined : { width: `${filled}%` }}
      />
    </div>
  );
}

function progressState(filled: number | undefined): ProgressState {
  if (filled === undefined) return "indeterminate";
  return filled >= PROGRESS_MAX ? "complete" : "loading";
}
