/** A line without axes, as small as a word. */
import SparkLineChart from "@tremor/react/dist/components/spark-elements/SparkLineChart/SparkLineChart.js";
import { coloursFrom, toRows, type DrawnChartProps } from "../chart-data";
import { motion } from "./motion";

export default function Sparkline({ labels, datasets, title, theme }: DrawnChartProps) {
  return (
    <SparkLineChart
      data={toRows({ labels, datasets, title })}
      index="label"
      categories={datasets.map(({ label }) => label)}
      colors={coloursFrom(theme)}
      className="h-full w-full"
      {...motion()}
    />
  );
}
