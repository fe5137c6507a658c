/** The lines and bars of a static chart, in a drawing of 300 by 150 that is stretched to its container. */
import clsx from "clsx";
import { type DrawingProps, BAR_GAP_SHARE, CHART_HEIGHT_PX, CHART_WIDTH_PX } from "./chart-data";
import { toHeight, type Scale } from "./scale";

/** A line for each dataset, and the area between it and zero. */
export function StaticLines({ figures, scale, colours }: DrawingProps) {
  const last = Math.max(1, figures.labels.length - 1);
  return figures.datasets.map(({ values }, series) => {
    const line = `M${values.map((value, index) => `${toX(index / last)} ${toY(scale, value)}`).join("L")}`;
    const end = toX((values.length - 1) / last);
    return (
      <g key={series} className={colours[series]}>
        <path className="chart-fill" d={`${line}L${end} ${toY(scale, 0)}L0 ${toY(scale, 0)}Z`} />
        <path className="chart-line" d={line} />
      </g>
    );
  });
}

/** Bars side by side for each label, up or down from zero. */
export function StaticBars({ figures, scale, colours }: DrawingProps) {
  const place = 1 / Math.max(1, figures.labels.length);
  const width = (place * (1 - 2 * BAR_GAP_SHARE)) / figures.datasets.length;
  return figures.datasets.map(({ values }, series) => (
    <g key={series} className={clsx("chart-bars", colours[series])}>
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
