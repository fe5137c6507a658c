/** Bars for each label, side by side. */
import BarChart from "@tremor/react/dist/components/chart-elements/BarChart/BarChart.js";
import { BAR_GAP_SHARE, type DrawingProps } from "../chart-data";
import { getAxisProps, TooltipFigures } from "./shared";

export default function Bars(props: DrawingProps) {
  return (
    <TooltipFigures.Provider value={props.figures}>
      <BarChart {...getAxisProps("bar", props)} barCategoryGap={`${BAR_GAP_SHARE * 100}%`} />
    </TooltipFigures.Provider>
  );
}
