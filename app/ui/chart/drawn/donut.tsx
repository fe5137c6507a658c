/** A donut. */
import type { DrawnChartProps } from "../chart-data";
import { Slices } from "./slices";

export default function Donut(props: DrawnChartProps) {
  return <Slices {...props} variant="donut" />;
}
