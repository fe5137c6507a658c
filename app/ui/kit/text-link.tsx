/** The link in running text. */
import { Link, type LinkProps } from "@remix-run/react";
import clsx from "clsx";

/** Class names of a text link: accent colour and weight, underlined on hover and focus. */
export const linkClass = "link";

/** A Remix link in the accent colour. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={clsx(linkClass, className)} />;
}
