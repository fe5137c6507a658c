/** The known facts about a user or an account: names and values, side by side where they fit. */
import type { ReactNode } from "react";

export interface Fact {
  label: string;
  value: ReactNode;
}

/** A fact without a value is shown with a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0 [overflow-wrap:anywhere]">
          <dt className="text-sm text-muted">{label}</dt>
          <dd>{value === null || value === "" ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
