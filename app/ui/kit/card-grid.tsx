/** The card grid: one, two or four cards in a row, up to a maximum. */
import clsx from "clsx";
import type { ReactNode } from "react";

export interface CardGridProps {
  /** The most columns there may be. */
  max: 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** How narrow a card may get: `tight` lets two tiles stand side by side on a phone. */
  cards?: "tight" | "roomy";
  children: ReactNode;
}

/** Cards of equal width. Three in a row would leave one of four alone in the next, so there is no such step. */
export function CardGrid({ max, cards = "roomy", children }: CardGridProps) {
  const { two, four } = COLUMNS[cards];
  return <div className={clsx("grid grid-cols-1 gap-4", two, max >= 4 && four)}>{children}</div>;
}

/** Written out, because Tailwind reads class names from the source. */
const COLUMNS = {
  tight: { two: "min-[340px]:grid-cols-2", four: "lg:grid-cols-4" },
  roomy: { two: "sm:grid-cols-2", four: "xl:grid-cols-4" },
};
