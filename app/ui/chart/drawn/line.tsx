/** A line for each dataset. */
import LineChart from "@tremor/react/dist/components/chart-elements/LineChart/LineChart.js";
import type { DrawnChartProps } from "../chart-data";
import { cartesian } from "./cartesian";

export default function Line(props: DrawnChartProps) {
  return <LineChart {...cartesian(props)} />;
}
