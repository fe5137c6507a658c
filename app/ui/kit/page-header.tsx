/** The head of a page: its title, what it is for, and its actions. */
import type { ReactNode } from "react";
import { UnknownFormNotice } from "../form/posted";

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons; at most one of them primary. */
  actions?: ReactNode;
  /** Breadcrumbs. */
  above?: ReactNode;
}

/** The page's only h1. */
export function PageHeader({ title, description, actions, above }: PageHeaderProps) {
  return (
    <div className="mb-6 grid grid-cols-1 gap-2 [overflow-wrap:anywhere] [&:has(+nav)]:mb-4">
      {above}
      <UnknownFormNotice />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1>{title}</h1>
          {description ? <p className="mt-1 text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}
