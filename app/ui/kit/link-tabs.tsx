/** Tabs that are links: each has an address, and they work with scripts off. */
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { tabClass, tabListClass } from "./tab-class";

export interface LinkTab {
  link: string;
  label: ReactNode;
  isActive: boolean;
}

export interface LinkTabsProps {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly LinkTab[];
}

/** A navigation that looks like tabs. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={tabListClass}>
      {tabs.map((tab) => (
        <Link
          key={tab.link}
          to={tab.link}
          aria-current={tab.isActive ? "page" : undefined}
          className={tabClass}
          preventScrollReset
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
