/** Shown in place of content: the empty state, and the skeleton while the content is loading. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { IconName } from "~/domain/icon-names";
import { Icon } from "./icon";

interface EmptyStateProps {
  icon: IconName;
  text: ReactNode;
  /** The button or link that creates the first entry. */
  action?: ReactNode;
}

/** Icon, text and action, centred in the container, where a list, a chart or a page has nothing to show. */
export function EmptyState({ icon, text, action }: EmptyStateProps) {
  return (
    <div className="grid min-h-40 place-content-center justify-items-center gap-3 px-5 py-8 text-center text-muted">
      <span className="grid size-10 place-items-center rounded-full border border-line bg-sunken">
        <Icon name={icon} />
      </span>
      <p className="text-balance">{text}</p>
      {action}
    </div>
  );
}

/**
 * A grey block of the size of the content that is loading. Screen readers ignore it: the caller announces once that
 * something is loading.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={clsx("block animate-pulse rounded bg-line", className ?? "h-4 w-full")} />
  );
}
