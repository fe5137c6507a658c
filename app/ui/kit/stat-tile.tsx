/** The statistic tile: a number and its change. */
import clsx from "clsx";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useTranslation } from "react-i18next";
import { Card } from "./card";
import { Icon, type IconName } from "./icon";

export interface StatTileProps {
  /** Formatted: "$56.2k". */
  value: string;
  label: string;
  /** Formatted: "12.4%" or "-0.4%". */
  change?: string;
  /** The period of the change: "this month". */
  period?: string;
  icon?: IconName;
}

/** Label, value and change. */
export function StatTile({ value, label, change, period, icon }: StatTileProps) {
  return (
    <Card className="px-5 pb-[18px] pt-4">
      <div className="flex items-start justify-between gap-2 text-sm font-medium text-muted">
        <h2 className="min-w-0 text-sm font-medium">{label}</h2>
        {icon ? <Icon name={icon} /> : null}
      </div>
      <p className="mb-1 mt-2 break-words text-3xl font-semibold tabular-nums tracking-[-0.02em]">{value}</p>
      {change ? <Change change={change} period={period} /> : null}
    </Card>
  );
}

/** A change is positive unless its text contains a minus sign. */
function Change({ change, period }: { change: string; period?: string }) {
  const { t } = useTranslation("layout");
  const isPositive = !change.includes("-");
  const Arrow = isPositive ? ArrowUp : ArrowDown;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
      <span
        className={clsx(
          "inline-flex items-center gap-1 font-medium tabular-nums",
          isPositive ? "text-good" : "text-bad",
        )}
      >
        <Arrow aria-hidden className="size-3.5" />
        <span className="sr-only">{isPositive ? t("stat.up") : t("stat.down")}</span>
        {change}
      </span>
      {period}
    </p>
  );
}
