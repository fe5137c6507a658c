/** A line for each dataset; a single one with the area below it tinted. */
import AreaChart from "@tremor/react/dist/components/chart-elements/AreaChart/AreaChart.js";
import type { DrawingProps } from "../chart-data";
import { TooltipFigures } from "../chart-tooltip";
import { LINE_MARGIN_PX } from "../scale";
import { getAxisProps } from "./axes";

export default function Line(props: DrawingProps) {
  return (
    <TooltipFigures.Provider value={props.figures}>
      <AreaChart {...getAxisProps(props)} padding={{ left: LINE_MARGIN_PX, right: LINE_MARGIN_PX }} />
    </TooltipFigures.Provider>
  );
}
