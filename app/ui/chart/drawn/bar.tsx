/** Bars for each label, side by side. */
import BarChart from "@tremor/react/dist/components/chart-elements/BarChart/BarChart.js";
import type { DrawnChartProps } from "../chart-data";
import { cartesian } from "./cartesian";

export default function Bars(props: DrawnChartProps) {
  return <BarChart {...cartesian(props)} />;
}
