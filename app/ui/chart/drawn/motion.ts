/** How a chart comes in: once, in a second, easing out; not at all for those who asked for no motion. Spec §9. */
import { Area, Bar, Line, Pie } from "recharts";
import { CHART_ANIMATION_MS } from "~/domain/limits";

/** easeOutQuart as a curve. Tremor passes the time on but not the curve, so the library's own default is set. */
const EASE_OUT_QUART = "cubic-bezier(0.25, 1, 0.5, 1)";

for (const shape of [Area, Bar, Line, Pie]) {
  Object.assign(shape.defaultProps, { animationEasing: EASE_OUT_QUART });
}

/** The animation settings of every Tremor chart. */
export function motion() {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return { showAnimation: !isStill, animationDuration: CHART_ANIMATION_MS };
}
