/** The interactive drawings, each in a file of its own: a page with a line does not load the pie. */
import { lazy, type ComponentType } from "react";
import type { ChartType, DrawingProps } from "./chart-data";

type Drawing = ComponentType<DrawingProps>;

export const DRAWN: Record<ChartType, Drawing> = {
  line: lazily(() => import("./drawn/line")),
  bar: lazily(() => import("./drawn/bar")),
  pie: lazily(() => import("./drawn/round").then(({ Pie }) => ({ default: Pie }))),
  donut: lazily(() => import("./drawn/round").then(({ Donut }) => ({ default: Donut }))),
  sparkline: lazily(() => import("./drawn/sparkline")),
};

/** Offline, or after a new release, the file may not come: the still drawing then stays, and the page with it. */
function lazily(load: () => Promise<{ default: Drawing }>): Drawing {
  return lazy(() => load().catch(() => ({ default: Nothing })));
}

function Nothing() {
  return null;
}
