/** The common parts of the interactive drawings: the tooltip, and the data and axes as the chart library takes them. */
import type { CustomTooltipProps } from "@tremor/react";
import { createContext, useContext } from "react";
import {
  formatAxisNumber,
  formatFullNumber,
  type ChartFigures,
  type DrawingProps,
  AXIS_MARGINS_PX,
  AXIS_WIDTH_PX,
  CHART_FONT_PX,
} from "../chart-data";

const CHART_TOOLTIP_BACKGROUND = "#404958";
const CHART_TOOLTIP_PADDING_PX = 10;

/** The library renders the tooltip itself and passes it none of our props, so the figures come by context. */
export const TooltipFigures = createContext<ChartFigures | null>(null);

/** The label at the pointer, and the number of each dataset there. It looks the same in both themes. */
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

/** Properties of a chart with axes, the same axes as in the static chart. Animation, colours and legend are ours. */
export function getAxisProps(type: keyof typeof AXIS_MARGINS_PX, drawing: DrawingProps) {
  const margin = AXIS_MARGINS_PX[type];
  return {
    ...getLineProps(drawing),
    valueFormatter: (value: number) => formatAxisNumber(value, drawing.figures),
    customTooltip: ChartTooltip,
    allowDecimals: false,
    showLegend: false,
    showAnimation: false,
    yAxisWidth: AXIS_WIDTH_PX,
    padding: { left: margin, right: margin },
  };
}

/** Properties of any chart that is not round: its data, its colours and the ends of its value axis. */
export function getLineProps({ figures, scale, colours }: DrawingProps) {
  return {
    data: toRows(figures),
    index: LABEL_KEY,
    categories: figures.datasets.map((_, series) => toSeriesKey(series)),
    colors: colours,
    minValue: scale.bottom,
    maxValue: scale.top,
  };
}

/** The field of a row that holds its label. */
export const LABEL_KEY = "label";

/** One row for each label. */
function toRows({ labels, datasets }: ChartFigures): Record<string, string | number | undefined>[] {
  return labels.map((label, index) => ({
    [LABEL_KEY]: label,
    ...Object.fromEntries(datasets.map((dataset, series) => [toSeriesKey(series), dataset.values[index]])),
  }));
}

/** Datasets are named by position, because a label may be any text: "label" itself, or the same text twice. */
function toSeriesKey(series: number): string {
  return `series${series}`;
}
