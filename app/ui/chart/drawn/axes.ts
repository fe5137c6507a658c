/** What the drawings with axes have in common. */
import { axisNumber, type DrawingProps } from "../chart-data";
import { ChartTooltip } from "../chart-tooltip";
import { AXIS_WIDTH_PX, scaleOf } from "../scale";
import { LABEL_KEY, seriesKey, toRows } from "../series";

/** Properties of a Tremor chart with the axes of the still drawing. Motion, colours and legend are ours. */
export function axes({ figures, colours }: DrawingProps) {
  const { bottom, top } = scaleOf(figures);
  return {
    data: toRows(figures),
    index: LABEL_KEY,
    categories: figures.datasets.map((_, series) => seriesKey(series)),
    colors: colours,
    valueFormatter: (value: number) => axisNumber(value, figures),
    customTooltip: ChartTooltip,
    minValue: bottom,
    maxValue: top,
    allowDecimals: false,
    showLegend: false,
    showAnimation: false,
    yAxisWidth: AXIS_WIDTH_PX,
  };
}
