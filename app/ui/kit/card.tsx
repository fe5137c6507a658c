/** The card with its header, body and footer, and the grid and the column that cards stand in. */
import clsx from "clsx";
import type { ReactNode } from "react";

interface CardProps {
  children: ReactNode;
  className?: string;
  id?: string;
}

/** A bordered surface for `CardHeader`, `CardBody` and `CardFooter`, or for a table of the full width. */
export function Card({ children, className, id }: CardProps) {
  return (
    <section id={id} className={clsx("card", className)}>
      {children}
    </section>
  );
}

interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Next to the title. */
  badge?: ReactNode;
  /** At the right: a badge, a link or a search field. */
  actions?: ReactNode;
}

/** The card's title line. */
export function CardHeader({ title, description, badge, actions }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 py-4">
      <div className="min-w-0">
        {badge ? (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2>{title}</h2>
            {badge}
          </div>
        ) : (
          <h2>{title}</h2>
        )}
        {description ? <p className="mt-0.5 text-sm text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** The card's content. `isAlone` means that there is no header above it. */
export function CardBody({ children, className, isAlone }: CardProps & { isAlone?: boolean }) {
  return <div className={clsx("px-5 pb-5", isAlone && "pt-5", className)}>{children}</div>;
}

/** The card's actions: the first child at the left, the last one at the right; they wrap on a phone. */
export function CardFooter({ children, className }: CardProps) {
  return (
    <footer
      className={clsx(
        "flex flex-wrap items-center justify-between gap-2 border-t border-line bg-sunken px-5 py-3",
        className,
      )}
    >
      {children}
    </footer>
  );
}

export interface CardGridProps {
  /** The maximum number of columns. */
  max: 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** The minimum width of a card: `tight` allows two cards side by side on a phone. */
  cards?: "tight" | "roomy";
  children: ReactNode;
}

/**
 * Cards of equal width: one, two, or as many as `max` in a row. From four on there are four first: three in a row would
 * leave the fourth alone in the next row. Roomy cards stop at four, because the page is 75rem wide.
 */
export function CardGrid({ max, cards = "roomy", children }: CardGridProps) {
  const { two, three, four } = COLUMNS[cards];
  return (
    <div
      className={clsx(
        "grid grid-cols-1 gap-4",
        two,
        max === 3 && three,
        max >= 4 && four,
        cards === "tight" && MANY_COLUMNS[max],
      )}
    >
      {children}
    </div>
  );
}

/** In full, because Tailwind finds class names in the source. */
const COLUMNS = {
  tight: { two: "min-[340px]:grid-cols-2", three: "lg:grid-cols-3", four: "lg:grid-cols-4" },
  roomy: { two: "sm:grid-cols-2", three: "xl:grid-cols-3", four: "xl:grid-cols-4" },
};

const MANY_COLUMNS: Partial<Record<CardGridProps["max"], string>> = {
  5: "xl:grid-cols-5",
  6: "xl:grid-cols-6",
  7: "xl:grid-cols-7",
  8: "xl:grid-cols-8",
};

interface SectionProps {
  /** The maximum width; by default that of the container. */
  width?: "sm" | "md" | "lg" | "xl";
  className?: string;
  children: ReactNode;
}

/** A column of texts or cards, 16 px apart. */
export function Section({ width, className, children }: SectionProps) {
  return (
    <div className={clsx("grid grid-cols-1 gap-4", width && SECTION_WIDTHS[width], className)}>
      {children}
    </div>
  );
}

const SECTION_WIDTHS = { sm: "max-w-sm", md: "max-w-xl", lg: "max-w-3xl", xl: "max-w-5xl" };
