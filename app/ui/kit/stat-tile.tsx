/** The statistic tile: a number and its change. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { ReactNode } from "react";
import { useTexts } from "../use-texts";
import type { IconName } from "~/domain/icon-names";
import { Card } from "./card";
import { Icon } from "./icon";

interface StatTileProps {
  /** Formatted: "$56.2k". */
  value: string;
  label: string;
  /** Formatted: "12.4%" or "-0.4%". */
  change?: string;
  /** The period of the change: "this month". */
  period?: string;
  icon?: IconName;
  /** A line of further numbers. */
  detail?: string;
  /** The list that the number counts. The whole tile leads to it. */
  link?: string;
  /** The values of the last months, oldest first: a line without axes. */
  trend?: readonly number[];
  /** Below the number and its change. */
  badge?: ReactNode;
}

/** Label, value and change. */
export function StatTile({ value, label, change, period, icon, detail, link, trend, badge }: StatTileProps) {
  return (
    <Card className={clsx("px-5 pb-[18px] pt-4", link && "relative hover:border-line-strong")}>
      <h2 className="flex items-start justify-between gap-2 text-sm font-medium text-muted">
        {link ? (
          <Link to={link} className="rounded-sm after:absolute after:inset-0 hover:text-text">
            {label}
          </Link>
        ) : (
          label
        )}
        {icon ? <Icon name={icon} /> : null}
      </h2>
      <p className="mb-1 mt-2 break-words text-3xl font-semibold tabular-nums tracking-[-0.02em]">{value}</p>
      {detail ? <p className="text-sm text-muted">{detail}</p> : null}
      {change ? <Change change={change} period={period} /> : null}
      {trend ? <Trend values={trend} /> : null}
      {badge ? <p className="mt-2.5">{badge}</p> : null}
    </Card>
  );
}

/** Decoration: the value and its change are the same in words. Not a chart, so that a tile loads no chart's code. */
function Trend({ values }: { values: readonly number[] }) {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const [width, height] = [100, 24];
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width;
    const y = height * (1 - (value - lowest) / (highest - lowest || 1));
    return `${Math.round(x)},${Math.round(y)}`;
  });
  return (
    <svg aria-hidden className="trend" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      <polyline points={points.join(" ")} />
    </svg>
  );
}

/** A change is positive unless its text contains a minus sign. */
function Change({ change, period }: { change: string; period?: string }) {
  const { t } = useTexts("layout");
  const isPositive = !change.includes("-");
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
      <span
        className={clsx(
          "inline-flex items-center gap-1 font-medium tabular-nums",
          isPositive ? "text-good" : "text-bad",
        )}
      >
        <Icon name={isPositive ? "arrow-up" : "arrow-down"} className="size-3.5" />
        {/* "Down 0.4%", and not "down minus 0.4%". */}
        <span className="sr-only">
          {isPositive ? t("stat.up", { change }) : t("stat.down", { change: change.replace("-", "") })}
        </span>
        <span aria-hidden>{change}</span>
      </span>
      {period}
    </p>
  );
}
