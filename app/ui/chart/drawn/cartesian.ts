/** What Tremor's charts with axes have in common. */
import { coloursFrom, toRows, type DrawnChartProps } from "../chart-data";
import { tooltipWith } from "../chart-tooltip";
import { motion } from "./motion";

const AXIS_WIDTH_PX = 48;

export function cartesian({ theme, hasLegend, format, ...data }: DrawnChartProps) {
  return {
    data: toRows(data),
    index: "label",
    categories: data.datasets.map(({ label }) => label),
    colors: coloursFrom(theme),
    valueFormatter: format,
    customTooltip: tooltipWith(format),
    showLegend: hasLegend,
    allowDecimals: false,
    yAxisWidth: AXIS_WIDTH_PX,
    className: "h-full",
    ...motion(),
  };
}
