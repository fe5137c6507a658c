/** What stands where a list, a chart or a page has nothing to show. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

export interface EmptyStateProps {
  icon: IconName;
  text: ReactNode;
  /** The way to the first entry. */
  action?: ReactNode;
}

/** Icon, text and a way on, centred in its container. */
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
