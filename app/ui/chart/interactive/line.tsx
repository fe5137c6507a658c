/** A line for each dataset. The area below a single line is tinted. */
import AreaChart from "@tremor/react/dist/components/chart-elements/AreaChart/AreaChart.js";
import type { DrawingProps } from "../chart-data";
import { getAxisProps, TooltipFigures } from "./shared";

export default function Line(props: DrawingProps) {
  return (
    <TooltipFigures.Provider value={props.figures}>
      <AreaChart {...getAxisProps("line", props)} />
    </TooltipFigures.Provider>
  );
}
