/** What hovers over a chart: a label, and the number of each dataset there. The same in both themes. Spec §9. */
import type { CustomTooltipProps } from "@tremor/react";
import { createContext, useContext } from "react";
import { CHART_FONT_PX, CHART_TOOLTIP_BACKGROUND, CHART_TOOLTIP_PADDING_PX } from "~/domain/limits";
import { formatFullNumber, type ChartFigures } from "./chart-data";
import { toSeriesKey } from "./series";

/** The library makes the tooltip itself and hands it no figures of ours: they come by context. */
export const TooltipFigures = createContext<ChartFigures | null>(null);

export function ChartTooltip({ active, payload, label }: CustomTooltipProps) {
  const figures = useContext(TooltipFigures);
  if (!active || !figures || !payload?.length) return null;
  return (
    <div className="rounded text-white shadow-float" style={TOOLTIP_STYLE}>
      <p className="font-medium">{label}</p>
      {payload.map((entry, index) => (
        <p key={index} className="tabular-nums">
          {payload.length > 1 ? `${findLabel(entry.dataKey, figures)}: ` : null}
          {formatFullNumber(Number(entry.value), figures)}
        </p>
      ))}
    </div>
  );
}

const TOOLTIP_STYLE = {
  backgroundColor: CHART_TOOLTIP_BACKGROUND,
  padding: CHART_TOOLTIP_PADDING_PX,
  fontSize: CHART_FONT_PX,
};

function findLabel(key: string | number | undefined, { datasets }: ChartFigures): string {
  return datasets.find((_, series) => toSeriesKey(series) === key)?.label ?? "";
}
