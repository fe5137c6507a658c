/** Pie and donut: a slice for each label, of the first dataset. */
import DonutChart from "@tremor/react/dist/components/chart-elements/DonutChart/DonutChart.js";
import { useEffect, useRef } from "react";
import { calculateSliceSizes, type DrawingProps } from "../chart-data";
import { ChartTooltip, TooltipFigures } from "../chart-tooltip";
import { LABEL_KEY } from "../series";

const VALUE_KEY = "value";

export function Pie(props: DrawingProps) {
  return <Slices {...props} variant="pie" />;
}

export function Donut(props: DrawingProps) {
  return <Slices {...props} variant="donut" />;
}

function Slices({ figures, colours, variant }: DrawingProps & { variant: "pie" | "donut" }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => keepUnfocusable(frame.current), []);
  const sizes = calculateSliceSizes(figures);
  return (
    <TooltipFigures.Provider value={figures}>
      <div ref={frame} className="chart-round">
        <DonutChart
          data={figures.labels.map((label, index) => ({
            [LABEL_KEY]: label,
            [VALUE_KEY]: sizes[index],
          }))}
          index={LABEL_KEY}
          category={VALUE_KEY}
          colors={colours}
          variant={variant}
          showLabel={false}
          showAnimation={false}
          customTooltip={ChartTooltip}
        />
      </div>
    </TooltipFigures.Provider>
  );
}

/** The library makes its slices a stop of the Tab key, which says nothing: the numbers are in the table. */
function keepUnfocusable(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined;
  const clean = () => {
    for (const stop of frame.querySelectorAll('[tabindex="0"]')) stop.setAttribute("tabindex", "-1");
  };
  const observer = new MutationObserver(clean);
  observer.observe(frame, { childList: true, subtree: true });
  clean();
  return () => observer.disconnect();
}
