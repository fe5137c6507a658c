/** The chart as the server draws it: visible at once, without scripts, at the size of the interactive chart. */
import type { CSSProperties, ReactNode } from "react";
import {
  calculateSliceSizes,
  formatAxisNumber,
  type ChartFigures,
  type ChartType,
  type DrawingProps,
  AXIS_MARGINS_PX,
  AXIS_WIDTH_PX,
  CHART_HEIGHT_PX,
  CHART_WIDTH_PX,
} from "./chart-data";
import { placeLabels } from "./label-places";
import { toHeight, type Scale } from "./scale";
import { StaticBars, StaticLines } from "./static-shapes";

export function StaticChart({ type, ...drawing }: DrawingProps & { type: ChartType }) {
  if (type === "pie" || type === "donut") return <Slices {...drawing} type={type} />;
  const Shapes = type === "bar" ? StaticBars : StaticLines;
  const plot = (
    <Plot>
      <Shapes {...drawing} />
    </Plot>
  );
  if (type === "sparkline") return <div className="chart-static">{plot}</div>;
  return (
    <Axes type={type} figures={drawing.figures} scale={drawing.scale}>
      {plot}
    </Axes>
  );
}

/** Each slice is an arc of one thick circle: from the middle for a pie, the outer quarter for a donut. */
function Slices({ type, figures, colours }: DrawingProps & { type: "pie" | "donut" }) {
  const values = calculateSliceSizes(figures);
  const total = values.reduce((sum, value) => sum + value, 0);
  const ring = type === "pie" ? { r: 25, strokeWidth: 50 } : { r: 43.75, strokeWidth: 12.5 };
  return (
    <svg className="chart-static chart-slices" viewBox="-50 -50 100 100">
      {/* The last slice lies below the others as a whole ring: rounding would leave a gap at its end. */}
      <circle {...ring} className={colours[values.length - 1]} />
      {values.slice(0, -1).map((value, index) => {
        const before = values.slice(0, index).reduce((sum, earlier) => sum + earlier, 0);
        return (
          <circle
            key={index}
            {...ring}
            pathLength={total}
            strokeDasharray={`${value} ${total}`}
            strokeDashoffset={-before}
            transform="rotate(-90)"
            className={colours[index]}
          />
        );
      })}
    </svg>
  );
}

/** Stretched to its container. `vector-effect` keeps the strokes at their own width. */
function Plot({ children }: { children: ReactNode }) {
  return (
    <svg
      className="chart-plot"
      width={CHART_WIDTH_PX}
      height={CHART_HEIGHT_PX}
      viewBox={`0 0 ${CHART_WIDTH_PX} ${CHART_HEIGHT_PX}`}
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  );
}

interface AxesProps {
  type: "line" | "bar";
  figures: ChartFigures;
  scale: Scale;
  /** The drawing between the axes. */
  children: ReactNode;
}

/** The axes are HTML, because text inside the stretched drawing would be stretched too. */
function Axes({ type, figures, scale, children }: AxesProps) {
  return (
    <div className="chart-static" style={toAxisStyle(type)}>
      <div className="chart-grid">
        {scale.ticks.map((tick) => (
          <span key={tick} className="chart-tick" style={{ bottom: formatPercent(toHeight(scale, tick)) }}>
            {formatAxisNumber(tick, figures)}
          </span>
        ))}
      </div>
      <div className="chart-inside">
        {children}
        <Labels type={type} labels={figures.labels} />
      </div>
    </div>
  );
}

/** Each label is shown from the width on at which it touches no other; the style sheet knows the width. */
function Labels({ type, labels }: { type: "line" | "bar"; labels: readonly string[] }) {
  return placeLabels(type, labels).map(({ label, place, fromPx }, index) => (
    <span key={index} className="chart-label" style={toLabelStyle(place, fromPx)}>
      {label}
    </span>
  ));
}

function toLabelStyle(place: number, fromPx: number): CSSProperties {
  return { left: formatPercent(place), "--chart-from": `${fromPx}px` } as CSSProperties;
}

function toAxisStyle(type: AxesProps["type"]): CSSProperties {
  const margin = `${AXIS_MARGINS_PX[type]}px`;
  return { "--chart-axis": `${AXIS_WIDTH_PX}px`, "--chart-margin": margin } as CSSProperties;
}

function formatPercent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
