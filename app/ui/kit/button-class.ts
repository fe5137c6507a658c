/** How a button looks, for whatever element plays the button. */
import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "sm" | "md";

export interface ButtonStyle {
  /** `primary` is the one filled button of a screen. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its container. */
  isBlock?: boolean;
  /** A square with an icon and no text; it then needs an `aria-label`. */
  isIcon?: boolean;
}

/** The class names of a button. Heights are 36 px, or 30 px when small, and grow when a long text wraps. */
export function getButtonClass({
  variant = "secondary",
  size = "md",
  isBlock,
  isIcon,
}: ButtonStyle = {}): string {
  return clsx(
    "button-base",
    VARIANTS[variant],
    size === "sm" ? "min-h-7.5 text-sm" : "min-h-9 text-control",
    isIcon ? (size === "sm" ? "w-7.5" : "w-9") : size === "sm" ? "px-2.5 py-1" : "px-3.5 py-1.5",
    isBlock && "w-full",
  );
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "border-accent bg-accent text-white shadow-control hover:border-accent-hover hover:bg-accent-hover",
  secondary: "border-line-strong bg-surface text-text shadow-control hover:bg-sunken",
  quiet: "border-transparent text-muted hover:bg-sunken hover:text-text",
  danger: "border-line-strong bg-surface text-bad shadow-control hover:border-bad hover:bg-bad-soft",
};
