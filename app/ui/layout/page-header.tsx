/** The header of a page: breadcrumbs, title, description and actions. */
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { UnknownFormNotice } from "../form/replies";
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons; at most one of them primary. */
  actions?: ReactNode;
  /** Breadcrumbs. */
  above?: ReactNode;
}

/** Contains the only h1 of the page. */
export function PageHeader({ title, description, actions, above }: PageHeaderProps) {
  return (
    <div className="mb-6 grid grid-cols-1 gap-2 [overflow-wrap:anywhere] [&:has(+nav)]:mb-4">
      {above}
      <UnknownFormNotice />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1>
            {/* A title may be a name that a user typed, in a script of either direction. */}
            <bdi>{title}</bdi>
          </h1>
          {description ? <p className="mt-1 text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  );
}

interface Crumb {
  label: string;
  /** Missing for the page itself, which is the last one. */
  link?: string;
}

/** The links from the top page down to this page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTexts("layout");
  return (
    <nav aria-label={t("breadcrumbs")} className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-1.5 text-muted">
            {index > 0 ? <Icon name="chevron-right" className="size-3.5" /> : null}
            <CrumbText crumb={crumb} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbText({ crumb: { label, link } }: { crumb: Crumb }) {
  if (link === undefined) {
    return (
      <span dir="auto" aria-current="page" className="truncate text-text">
        {label}
      </span>
    );
  }
  return (
    <Link to={link} className="truncate rounded-sm underline-offset-4 hover:text-text hover:underline">
      {label}
    </Link>
  );
}
