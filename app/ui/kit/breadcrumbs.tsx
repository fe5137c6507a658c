/** Breadcrumbs: where this page stands. */
import { Link } from "@remix-run/react";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useTranslation } from "react-i18next";

export interface Crumb {
  label: string;
  /** None for the page itself, the last one. */
  link?: string;
}

/** The way from the top to this page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation("layout");
  return (
    <nav aria-label={t("breadcrumbs")} className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-1.5 text-muted">
            {index > 0 ? <ChevronRight aria-hidden className="size-3.5" /> : null}
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
      <span aria-current="page" className="truncate text-text">
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
