/** Tabs that are links: each has a URL, and they work without scripts. */
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export interface LinkTab {
  link: string;
  label: ReactNode;
  isActive: boolean;
}

export interface LinkTabsProps {
  /** Names the navigation for screen readers. */
  label: string;
  tabs: readonly LinkTab[];
}

/** A navigation that looks like tabs; it scrolls horizontally on a narrow phone. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="mb-5 flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.link}
          to={tab.link}
          aria-current={tab.isActive ? "page" : undefined}
          className={TAB}
          preventScrollReset
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

const TAB = [
  "shrink-0 rounded-t-sm border-b-2 border-transparent px-0.5 pb-2.5 pt-1 text-control font-medium text-muted",
  "transition-colors duration-150 hover:text-text focus-visible:-outline-offset-2",
  "aria-[current=page]:border-accent aria-[current=page]:text-text",
].join(" ");
