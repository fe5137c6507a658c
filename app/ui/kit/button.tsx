/** The button, the link that looks like a button, and the class names of both. */
import { Link, type LinkProps } from "@remix-run/react";
import clsx from "clsx";
import { forwardRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from "react";
import { Spinner } from "./loading";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
type ButtonSize = "sm" | "md";

interface ButtonStyle {
  /** `primary` is the one filled button of a page. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its container. */
  isBlock?: boolean;
  /** A square with an icon and no text; it needs an `aria-label`. */
  isIcon?: boolean;
}

export interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner in place of the text and ignores clicks, but keeps its width and the focus. */
  isLoading?: boolean;
  children?: ReactNode;
}

/** A button. Its `type` is "button" by default, so that it does not submit a form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { variant, size, isBlock, isIcon, isLoading, className, children, onClick, ...rest } = props;
  // Not `disabled`: a disabled button loses the focus, and a keyboard user would start again at the top of the page.
  const ignoreClick = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      ref={ref}
      type="button"
      aria-busy={isLoading ? true : undefined}
      aria-disabled={isLoading ? true : undefined}
      {...rest}
      className={clsx(getButtonClass({ variant, size, isBlock, isIcon }), className)}
      onClick={isLoading ? ignoreClick : onClick}
    >
      {isLoading ? <BusyContent>{children}</BusyContent> : children}
    </button>
  );
});

interface ButtonLinkProps extends ButtonStyle, LinkProps {}

/** A link that looks like a button: it leads to a page and changes no data. */
export function ButtonLink({ variant, size, isBlock, isIcon, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={clsx(getButtonClass({ variant, size, isBlock, isIcon }), className)} />;
}

function BusyContent({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="absolute inset-0 grid place-items-center">
        <Spinner />
      </span>
      <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
    </>
  );
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
