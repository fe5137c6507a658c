/** The interactive drawings, each in a file of its own: a page with a line does not load the pie. */
import { lazy, type ComponentType } from "react";
import type { ChartType, DrawingProps } from "./chart-data";

type Drawing = ComponentType<DrawingProps>;

export const DRAWN: Record<ChartType, Drawing> = {
  line: loadLazily(() => import("./drawn/line")),
  bar: loadLazily(() => import("./drawn/bar")),
  pie: loadLazily(() => import("./drawn/round").then(({ Pie }) => ({ default: Pie }))),
  donut: loadLazily(() => import("./drawn/round").then(({ Donut }) => ({ default: Donut }))),
  sparkline: loadLazily(() => import("./drawn/sparkline")),
};

/** Offline, or after a new release, the file may not come: the still drawing then stays, and the page with it. */
function loadLazily(load: () => Promise<{ default: Drawing }>): Drawing {
  return lazy(() => load().catch(() => ({ default: RenderNothing })));
}

function RenderNothing() {
  return null;
}
