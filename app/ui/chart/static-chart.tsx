/** The chart as the server draws it: there at once, without a script, and where the interactive one will stand. */
import type { ReactNode } from "react";
import { CHART_HEIGHT_PX, CHART_WIDTH_PX } from "~/domain/limits";
import type { ChartType, DrawingProps } from "./chart-data";
import { calculateScale } from "./scale";
import { StaticAxes } from "./static-axes";
import { StaticRound } from "./static-round";
import { StillBars, StillLines } from "./static-shapes";

/** The drawing of `type`. */
export function StillChart({ type, ...drawing }: DrawingProps & { type: ChartType }) {
  if (type === "pie" || type === "donut") return <StaticRound {...drawing} kind={type} />;
  const scale = calculateScale(drawing.figures);
  const Shapes = type === "bar" ? StillBars : StillLines;
  const plot = (
    <Plot>
      <Shapes {...drawing} scale={scale} />
    </Plot>
  );
  if (type === "sparkline") return <div className="chart-still">{plot}</div>;
  return (
    <StaticAxes kind={type} figures={drawing.figures} scale={scale}>
      {plot}
    </StaticAxes>
  );
}

/** Stretched to its frame; `vector-effect` keeps the strokes as wide as they are. */
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
