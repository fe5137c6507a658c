/** What the drawings with axes have in common. */
import { formatAxisNumber, type DrawingProps } from "../chart-data";
import { ChartTooltip } from "../chart-tooltip";
import { AXIS_WIDTH_PX, calculateScale } from "../scale";
import { LABEL_KEY, toSeriesKey, toRows } from "../series";

/** Properties of a Tremor chart with the axes of the still drawing. Motion, colours and legend are ours. */
export function getAxisProps({ figures, colours }: DrawingProps) {
  const { bottom, top } = calculateScale(figures);
  return {
    data: toRows(figures),
    index: LABEL_KEY,
    categories: figures.datasets.map((_, series) => toSeriesKey(series)),
    colors: colours,
    valueFormatter: (value: number) => formatAxisNumber(value, figures),
    customTooltip: ChartTooltip,
    minValue: bottom,
    maxValue: top,
    allowDecimals: false,
    showLegend: false,
    showAnimation: false,
    yAxisWidth: AXIS_WIDTH_PX,
  };
}
