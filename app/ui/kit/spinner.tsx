/** The turning circle of things that are on their way. */
import clsx from "clsx";
import LoaderCircle from "lucide-react/icons/loader-circle";

export interface SpinnerProps {
  /** Said by screen readers; without it the spinner is decoration beside a text that says the same. */
  label?: string;
  className?: string;
}

/** A spinner of 16 px, or of the size in `className`. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={clsx("animate-spin", className ?? "size-4")} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
