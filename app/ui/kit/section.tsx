/** The single section: a column of text or of cards with a reading width. */
import clsx from "clsx";
import type { ReactNode } from "react";

export interface SectionProps {
  /** Max width; the whole container unless told. */
  width?: "sm" | "md" | "lg" | "xl";
  className?: string;
  children: ReactNode;
}

/** Content in one column, its parts 16 px apart. */
export function Section({ width, className, children }: SectionProps) {
  return <div className={clsx("grid grid-cols-1 gap-4", width && WIDTHS[width], className)}>{children}</div>;
}

const WIDTHS = { sm: "max-w-sm", md: "max-w-xl", lg: "max-w-3xl", xl: "max-w-5xl" };
