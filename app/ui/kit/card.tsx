/** The card: a bordered surface with an optional header and footer. */
import clsx from "clsx";
import type { ReactNode } from "react";

export interface CardProps {
  children: ReactNode;
  className?: string;
  id?: string;
}

/** The frame. Put `CardHeader`, `CardBody` and `CardFooter` in it, or a table as wide as the card. */
export function Card({ children, className, id }: CardProps) {
  return (
    <section
      id={id}
      className={clsx("overflow-hidden rounded-card border border-line bg-surface shadow-control", className)}
    >
      {children}
    </section>
  );
}

export interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** What stands at the right: a badge, a link, a search field. */
  actions?: ReactNode;
}

/** The card's title line. */
export function CardHeader({ title, description, actions }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 py-4">
      <div className="min-w-0">
        <h2>{title}</h2>
        {description ? <p className="mt-0.5 text-sm text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** The card's content; `isAlone` when there is no header above it. */
export function CardBody({ children, className, isAlone }: CardProps & { isAlone?: boolean }) {
  return <div className={clsx("px-5 pb-5", isAlone && "pt-5", className)}>{children}</div>;
}

/** The card's actions: the first child stands left, the last one right; they wrap on a phone. */
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
