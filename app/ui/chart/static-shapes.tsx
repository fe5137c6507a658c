/** The lines and bars of a static chart, in a drawing of 300 by 150 that is stretched to its container. */
import { CHART_HEIGHT_PX, CHART_WIDTH_PX } from "~/domain/chart-limits";
import { toSeriesStyle, type DrawingProps } from "./chart-data";
import { toHeight, type Scale } from "./scale";

/** As in the chart library: a tenth of the width of a label stays free on either side of its bars. */
const BAR_GAP_SHARE = 0.1;

export interface ShapesProps extends DrawingProps {
  scale: Scale;
}

/** A line for each dataset, and the area between it and zero. */
export function StaticLines({ figures, scale, colours }: ShapesProps) {
  const last = Math.max(1, figures.labels.length - 1);
  return figures.datasets.map(({ values }, series) => {
    const line = `M${values.map((value, index) => `${toX(index / last)} ${toY(scale, value)}`).join("L")}`;
    const end = toX((values.length - 1) / last);
    return (
      <g key={series} style={toSeriesStyle(colours[series])}>
        <path className="chart-fill" d={`${line}L${end} ${toY(scale, 0)}L0 ${toY(scale, 0)}Z`} />
        <path className="chart-line" d={line} />
      </g>
    );
  });
}

/** Bars side by side for each label, up or down from zero. */
export function StaticBars({ figures, scale, colours }: ShapesProps) {
  const place = 1 / Math.max(1, figures.labels.length);
  const width = (place * (1 - 2 * BAR_GAP_SHARE)) / figures.datasets.length;
  return figures.datasets.map(({ values }, series) => (
    <g key={series} className="chart-bars" style={toSeriesStyle(colours[series])}>
      {values.map((value, index) => (
        <rect
          key={index}
          x={toX(place * (index + BAR_GAP_SHARE) + series * width)}
          width={toX(width)}
          y={toY(scale, Math.max(0, value))}
          height={round(Math.abs(toY(scale, value) - toY(scale, 0)))}
        />
      ))}
    </g>
  ));
}

function toX(share: number): number {
  return round(share * CHART_WIDTH_PX);
}

function toY(scale: Scale, value: number): number {
  return round((1 - toHeight(scale, value)) * CHART_HEIGHT_PX);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
