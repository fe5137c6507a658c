/** Pie and donut: a slice for each label, from the first dataset. */
import DonutChart from "@tremor/react/dist/components/chart-elements/DonutChart/DonutChart.js";
import { useEffect, useRef } from "react";
import { calculateSliceSizes, type DrawingProps } from "../chart-data";
import { ChartTooltip, LABEL_KEY, TooltipFigures } from "./shared";

const VALUE_KEY = "value";

export function Pie(props: DrawingProps) {
  return <Slices {...props} variant="pie" />;
}

export function Donut(props: DrawingProps) {
  return <Slices {...props} variant="donut" />;
}

function Slices({ figures, colours, variant }: DrawingProps & { variant: "pie" | "donut" }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => keepUnfocusable(container.current), []);
  const sizes = calculateSliceSizes(figures);
  return (
    <TooltipFigures.Provider value={figures}>
      <div ref={container} className="chart-round">
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

/** The library lets the Tab key stop at each slice. The stop is of no use: the numbers are in the table. */
function keepUnfocusable(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return undefined;
  const clean = () => {
    for (const stop of container.querySelectorAll('[tabindex="0"]')) stop.setAttribute("tabindex", "-1");
  };
  const observer = new MutationObserver(clean);
  observer.observe(container, { childList: true, subtree: true });
  clean();
  return () => observer.disconnect();
}
