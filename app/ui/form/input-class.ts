/** How an input looks, for whatever element plays the input. */
import clsx from "clsx";

/** Class names of a one-line input, 38 px high. */
export function getInputClass(className?: string): string {
  return clsx(
    "h-9.5 w-full min-w-0 rounded border border-line-strong bg-surface px-3 field-text text-text shadow-control",
    "aria-[invalid]:border-bad",
    className,
  );
}
