/** A line without axes, for a place among text. */
import SparkAreaChart from "@tremor/react/dist/components/spark-elements/SparkAreaChart/SparkAreaChart.js";
import type { DrawingProps } from "../chart-data";
import { LABEL_KEY, seriesKey, toRows } from "../series";
import { scaleOf } from "../scale";

export default function Sparkline({ figures, colours }: DrawingProps) {
  const { bottom, top } = scaleOf(figures);
  return (
    <SparkAreaChart
      data={toRows(figures)}
      index={LABEL_KEY}
      categories={figures.datasets.map((_, series) => seriesKey(series))}
      colors={colours}
      minValue={bottom}
      maxValue={top}
    />
  );
}
