/** Tabs that are links: each has a URL, and they work without scripts. */
import { Link } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

interface LinkTab {
  link: string;
  label: ReactNode;
  isActive: boolean;
}

interface LinkTabsProps {
  /** Names the navigation for screen readers. */
  label: string;
  tabs: readonly LinkTab[];
}

/** A navigation that looks like tabs; it scrolls horizontally on a narrow phone, to the current tab. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const list = useRef<HTMLElement>(null);
  const current = tabs.find(({ isActive }) => isActive)?.link;
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - EDGE_PX;
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={label}
      className="relative mb-5 flex gap-5 overflow-x-auto border-b border-line"
    >
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

/** The width that stays visible of the tab before. */
const EDGE_PX = 48;

const TAB = [
  "shrink-0 rounded-t-sm border-b-2 border-transparent px-0.5 pb-2.5 pt-1 text-control font-medium text-muted",
  "transition-colors duration-150 hover:text-text focus-visible:-outline-offset-2",
  "aria-[current=page]:border-accent-text aria-[current=page]:text-text",
].join(" ");
