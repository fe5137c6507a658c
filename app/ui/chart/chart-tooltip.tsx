/** What hovers over a chart: a label, and the number of each dataset there. The same in both themes. Spec §9. */
import type { CustomTooltipProps } from "@tremor/react";
import { createContext, useContext } from "react";
import { CHART_FONT_PX, CHART_TOOLTIP_BACKGROUND, CHART_TOOLTIP_PADDING_PX } from "~/domain/limits";
import { fullNumber, type ChartFigures } from "./chart-data";
import { seriesKey } from "./series";

/** The library makes the tooltip itself and hands it no figures of ours: they come by context. */
export const TooltipFigures = createContext<ChartFigures | null>(null);

export function ChartTooltip({ active, payload, label }: CustomTooltipProps) {
  const figures = useContext(TooltipFigures);
  if (!active || !figures || !payload?.length) return null;
  return (
    <div className="rounded text-white shadow-float" style={LOOK}>
      <p className="font-medium">{label}</p>
      {payload.map((entry, index) => (
        <p key={index} className="tabular-nums">
          {payload.length > 1 ? `${nameOf(entry.dataKey, figures)}: ` : null}
          {fullNumber(Number(entry.value), figures)}
        </p>
      ))}
    </div>
  );
}

const LOOK = {
  backgroundColor: CHART_TOOLTIP_BACKGROUND,
  padding: CHART_TOOLTIP_PADDING_PX,
  fontSize: CHART_FONT_PX,
};

function nameOf(key: string | number | undefined, { datasets }: ChartFigures): string {
  return datasets.find((_, series) => seriesKey(series) === key)?.label ?? "";
}
