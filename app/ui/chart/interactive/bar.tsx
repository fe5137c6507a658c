/** Bars for each label, side by side. */
import BarChart from "@tremor/react/dist/components/chart-elements/BarChart/BarChart.js";
import type { DrawingProps } from "../chart-data";
import { getAxisProps, TooltipFigures } from "./shared";

export default function Bars(props: DrawingProps) {
  return (
    <TooltipFigures.Provider value={props.figures}>
      <BarChart {...getAxisProps(props)} padding={{ left: 0, right: 0 }} />
    </TooltipFigures.Provider>
  );
}
