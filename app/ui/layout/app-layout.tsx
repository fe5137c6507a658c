/** The app layout: top bar, menu, and the page below them. */
import type { ReactNode } from "react";
import { FlashNotice } from "../session/flash-toast";
import { filterAllowedEntries, type NavEntry, type PermissionMap } from "./nav-entry";
import { MAIN_ID, SkipLink } from "./skip-link";
import { TopBar } from "./top-bar";
import { ViewerMenu } from "./viewer-menu";
import type { LayoutViewer } from "./layout-viewer";

export interface AppLayoutProps {
  viewer: LayoutViewer;
  entries: readonly NavEntry[];
  permissions: PermissionMap;
  /** Payments are play money. */
  isSandbox: boolean;
  children: ReactNode;
}

/** The frame of every page behind sign-in. Works without scripts; needs none of its own. */
export function AppLayout({ viewer, entries, permissions, isSandbox, children }: AppLayoutProps) {
  const allowed = filterAllowedEntries(entries, permissions);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20">
        <TopBar viewer={viewer} entries={allowed} isSandbox={isSandbox} />
      </header>
      <ViewerMenu viewer={viewer} entries={allowed} />
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 pb-[max(3rem,var(--toasts,0px))] pt-5 lg:px-6 lg:pb-[max(4rem,var(--toasts,0px))] lg:pt-8"
      >
        <FlashNotice className="mb-5" />
        {children}
      </main>
    </div>
  );
}
