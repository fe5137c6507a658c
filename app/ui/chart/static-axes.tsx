/** The axes of a still drawing, in HTML: text in a stretched picture would be stretched too. */
import type { CSSProperties, ReactNode } from "react";
import { formatAxisNumber, type ChartFigures } from "./chart-data";
import { AXIS_WIDTH_PX, toHeight, LINE_MARGIN_PX, type Scale } from "./scale";

/** More labels than these would touch each other on a desk; on a phone every second one is hidden. */
const LABELS_AT_MOST = 12;

export interface StaticAxesProps {
  kind: "line" | "bar";
  figures: ChartFigures;
  scale: Scale;
  /** What is drawn between the axes. */
  children: ReactNode;
}

export function StaticAxes({ kind, figures, scale, children }: StaticAxesProps) {
  return (
    <div className="chart-still" style={kind === "line" ? LINE_FRAME : BAR_FRAME}>
      <div className="chart-grid">
        {scale.ticks.map((tick) => (
          <div key={tick} className="chart-tick" style={{ bottom: formatPercent(toHeight(scale, tick)) }}>
            <span>{formatAxisNumber(tick, figures)}</span>
          </div>
        ))}
      </div>
      <div className="chart-inside">
        {children}
        <Labels kind={kind} labels={figures.labels} />
      </div>
    </div>
  );
}

/** A line's labels stand under its points, a bar's under the middle of its place. */
function Labels({ kind, labels }: { kind: "line" | "bar"; labels: readonly string[] }) {
  const every = Math.ceil(labels.length / LABELS_AT_MOST);
  const last = Math.max(1, labels.length - 1);
  return labels.map((label, index) => {
    if (index % every !== 0) return null;
    const place = kind === "line" ? index / last : (index + 0.5) / labels.length;
    return (
      <span key={index} className="chart-label" style={{ left: formatPercent(place) }}>
        {label}
      </span>
    );
  });
}

const LINE_FRAME = toFrameStyle(LINE_MARGIN_PX);
const BAR_FRAME = toFrameStyle(0);

function toFrameStyle(marginPx: number): CSSProperties {
  return { "--chart-axis": `${AXIS_WIDTH_PX}px`, "--chart-margin": `${marginPx}px` } as CSSProperties;
}

function formatPercent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
