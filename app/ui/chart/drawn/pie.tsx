/** A pie. */
import type { DrawnChartProps } from "../chart-data";
import { Slices } from "./slices";

export default function Pie(props: DrawnChartProps) {
  return <Slices {...props} variant="pie" />;
}
