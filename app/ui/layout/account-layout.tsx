/** The layout of the account area: its pages are a side list on large screens and a dropdown on small ones. */
import { Link, useLocation, useNavigate } from "@remix-run/react";
import clsx from "clsx";
import type { ChangeEvent, ReactNode } from "react";
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";
import { filterAllowedEntries, isEntryForPath, type NavEntry, type PermissionMap } from "../navigation";

interface AccountLayoutProps {
  entries: readonly NavEntry[];
  permissions: PermissionMap;
  children: ReactNode;
}

/** Rendered inside the app layout. */
export function AccountLayout({ entries, permissions, children }: AccountLayoutProps) {
  const allowed = filterAllowedEntries(entries, permissions);
  return (
    <div className="account-area grid grid-cols-1 gap-5 lg:grid-cols-[13.25rem_minmax(0,1fr)] lg:gap-10">
      <div>
        <PageSelect entries={allowed} />
        <PageList entries={allowed} />
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Hidden without scripts: only a script can go to the chosen page. */
function PageSelect({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useTexts("layout");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const current = entries.find((entry) => isEntryForPath(entry, pathname));
  const goToPage = (event: ChangeEvent<HTMLSelectElement>) => navigate(event.target.value);
  return (
    <div className="relative lg:hidden print:hidden noscript:hidden">
      <select
        aria-label={t("account_pages")}
        value={current?.link ?? ""}
        onChange={goToPage}
        className="field-text h-9.5 w-full select cursor-pointer truncate rounded border border-line-strong bg-surface pl-3.5 pr-10 shadow-control"
      >
        {current ? null : <option value="">{t("account_pages")}</option>}
        {entries.map(({ link, label }) => (
          <option key={link} value={link}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute right-3 top-[11px]" />
    </div>
  );
}

function PageList({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useTexts("layout");
  const { pathname } = useLocation();
  return (
    <nav aria-label={t("account_pages")} className="hidden gap-0.5 lg:grid noscript:grid">
      {entries.map((entry) => {
        const isCurrent = isEntryForPath(entry, pathname);
        return (
          <Link
            key={entry.link}
            to={entry.link}
            aria-current={isCurrent ? "page" : undefined}
            className={clsx(
              "flex items-center gap-2.5 rounded-md px-3 py-2 text-control font-medium transition-colors duration-150",
              isCurrent ? "bg-accent-soft text-accent-text" : "text-muted hover:bg-sunken hover:text-text",
            )}
          >
            <Icon name={entry.icon} />
            {entry.label}
          </Link>
        );
      })}
    </nav>
  );
}
