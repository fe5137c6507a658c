/** What hovers over a chart: a label, and each dataset's value. Its colours are the same in both themes. Spec §9. */
import { CHART_FONT_PX, CHART_TOOLTIP_BACKGROUND, CHART_TOOLTIP_PADDING_PX } from "~/domain/limits";

export interface TooltipEntry {
  name?: string | number;
  value?: number | string | (number | string)[];
}

export interface ChartTooltipProps {
  payload?: TooltipEntry[];
  active?: boolean;
  label?: string | number;
}

/** A tooltip that writes values with `format`; a pie's slice names itself. */
export function tooltipWith(format: (value: number) => string) {
  return function ChartTooltip({ payload = [], active, label }: ChartTooltipProps) {
    if (!active || payload.length === 0) return null;
    return (
      <div
        className="rounded text-white shadow-float"
        style={{
          backgroundColor: CHART_TOOLTIP_BACKGROUND,
          padding: CHART_TOOLTIP_PADDING_PX,
          fontSize: CHART_FONT_PX,
        }}
      >
        {label === undefined || label === "" ? null : <p className="font-semibold">{label}</p>}
        {payload.map(({ name, value }) => (
          <p key={name} className="tabular-nums">
            {name}: {typeof value === "number" ? format(value) : String(value)}
          </p>
        ))}
      </div>
    );
  };
}
