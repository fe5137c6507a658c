/** A line without axes, for use within text. */
import SparkAreaChart from "@tremor/react/dist/components/spark-elements/SparkAreaChart/SparkAreaChart.js";
import type { DrawingProps } from "../chart-data";
import { getLineProps } from "./shared";

export default function Sparkline(props: DrawingProps) {
  return <SparkAreaChart {...getLineProps(props)} />;
}
