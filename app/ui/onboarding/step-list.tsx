/** The wizard's sidebar: every step, the ones up to the current one in green. Spec §2. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import Check from "lucide-react/icons/check";
import { useTranslation } from "react-i18next";

export interface StepListProps {
  label: string;
  steps: readonly { id: string; name: string }[];
  /** 1-based. */
  current: number;
}

/** Clicking a step jumps to it. On a phone the numbers stand in a row; the current name is the page's title. */
export function StepList({ label, steps, current }: StepListProps) {
  return (
    <nav aria-label={label} className="border-b border-line bg-sunken p-3 lg:border-b-0 lg:border-r lg:p-4">
      <ol className="flex flex-wrap gap-1 lg:grid">
        {steps.map(({ id, name }, index) => (
          <Step key={id} name={name} number={index + 1} current={current} />
        ))}
      </ol>
    </nav>
  );
}

/** The address of a step, on whatever page the wizard stands. */
export function toPageLink(page: number) {
  return { search: `?page=${page}` };
}

function Step({ name, number, current }: { name: string; number: number; current: number }) {
  const { t } = useTranslation("layout");
  const isReached = number <= current;
  const isDone = number < current;
  return (
    <li>
      <Link
        to={toPageLink(number)}
        aria-current={number === current ? "step" : undefined}
        className={clsx(
          "flex items-center gap-2.5 rounded-md p-1.5 text-control font-medium hover:bg-surface lg:px-2 lg:py-2",
          isReached ? "text-good" : "text-muted hover:text-text",
        )}
      >
        <span
          aria-hidden
          className={clsx(
            "grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums",
            isReached ? "border-good bg-good-soft" : "border-line-strong bg-surface",
          )}
        >
          {isDone ? <Check className="size-3.5 [stroke-width:2]" /> : number}
        </span>
        <span className="sr-only min-w-0 truncate lg:not-sr-only">{name}</span>
        {isDone ? <span className="sr-only">({t("wizard.done")})</span> : null}
      </Link>
    </li>
  );
}
