/** The card grid: as many columns as fit, up to a maximum. */
import type { CSSProperties, ReactNode } from "react";

export interface CardGridProps {
  /** The most columns there may be. Spec §2. */
  max: 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** How narrow a card may get: `tight` lets two tiles stand side by side on a phone. */
  cards?: "tight" | "roomy";
  children: ReactNode;
}

/** Cards of equal width, one column on the narrowest screen if two would not fit. */
export function CardGrid({ max, cards = "roomy", children }: CardGridProps) {
  return (
    <div className="grid gap-4" style={columns(max, NARROWEST[cards])}>
      {children}
    </div>
  );
}

const NARROWEST = { tight: "9.5rem", roomy: "15rem" };

/** A share of the row keeps the columns to `max`; the narrowest card lets them wrap; the row itself is the limit. */
function columns(max: number, narrowest: string): CSSProperties {
  const share = `calc((100% - ${max - 1} * 1rem) / ${max})`;
  return { gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, max(${narrowest}, ${share})), 1fr))` };
}
