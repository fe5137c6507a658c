/** The drawing of a chart: static at first, interactive once the chart is used. */
import clsx from "clsx";
import { lazy, Suspense, type ComponentType } from "react";
import type { ChartType, DrawingProps } from "./chart-data";
import { StaticChart } from "./static-chart";

interface ChartDrawingProps extends DrawingProps {
  type: ChartType;
  isUsed: boolean;
}

/** Once the chart is used, the library's drawing takes the place of the static chart, at the same size. */
export function ChartDrawing({ type, isUsed, ...drawing }: ChartDrawingProps) {
  const InteractiveChart = INTERACTIVE_CHARTS[type];
  return (
    <div
      aria-hidden
      className={clsx("chart-area chart-arrives", drawing.figures.datasets.length > 1 && "chart-many")}
    >
      <StaticChart type={type} {...drawing} />
      {isUsed ? (
        <Suspense fallback={null}>
          <div className="chart-interactive">
            <InteractiveChart {...drawing} />
          </div>
        </Suspense>
      ) : null}
    </div>
  );
}

type Drawing = ComponentType<DrawingProps>;

/** Each type has its own file, so that a page with a line chart does not load the code of a pie. */
const INTERACTIVE_CHARTS: Record<ChartType, Drawing> = {
  line: loadLazily(() => import("./interactive/line")),
  bar: loadLazily(() => import("./interactive/bar")),
  pie: loadLazily(() => import("./interactive/round").then(({ Pie }) => ({ default: Pie }))),
  donut: loadLazily(() => import("./interactive/round").then(({ Donut }) => ({ default: Donut }))),
  sparkline: loadLazily(() => import("./interactive/sparkline")),
};

/** The file may fail to load: offline, or after a new release. The static chart and its page then stay as they are. */
function loadLazily(load: () => Promise<{ default: Drawing }>): Drawing {
  return lazy(() => load().catch(() => ({ default: RenderNothing })));
}

function RenderNothing() {
  return null;
}
