/** The button, and the link that looks like one. */
import { Link, type LinkProps } from "@remix-run/react";
import clsx from "clsx";
import { forwardRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from "react";
import { getButtonClass, type ButtonStyle } from "./button-class";
import { Spinner } from "./spinner";

export interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner in place of the text and refuses clicks, yet keeps its width and the focus. */
  isLoading?: boolean;
  children?: ReactNode;
}

/** A button; `type` is "button" unless told, so that none sends a form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const { variant, size, isBlock, isIcon, isLoading, className, children, onClick, ...rest } = props;
  // Not `disabled`: that would drop the focus, and a keyboard user would start again at the top of the page.
  const refuse = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      ref={ref}
      type="button"
      aria-busy={isLoading ? true : undefined}
      aria-disabled={isLoading ? true : undefined}
      {...rest}
      className={clsx(getButtonClass({ variant, size, isBlock, isIcon }), className)}
      onClick={isLoading ? refuse : onClick}
    >
      {isLoading ? <BusyContent>{children}</BusyContent> : children}
    </button>
  );
});

export interface ButtonLinkProps extends ButtonStyle, LinkProps {}

/** A link that looks like a button: it goes somewhere, and never changes anything. */
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
