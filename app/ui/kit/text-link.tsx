/** The link in running text. */
import { Link, type LinkProps } from "@remix-run/react";
import clsx from "clsx";
import { linkClass } from "./link-class";

/** A Remix link in the accent colour. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={clsx(linkClass, className)} />;
}
