/** A line without axes, for a place among text. */
import SparkAreaChart from "@tremor/react/dist/components/spark-elements/SparkAreaChart/SparkAreaChart.js";
import type { DrawingProps } from "../chart-data";
import { LABEL_KEY, toSeriesKey, toRows } from "../series";
import { calculateScale } from "../scale";

export default function Sparkline({ figures, colours }: DrawingProps) {
  const { bottom, top } = calculateScale(figures);
  return (
    <SparkAreaChart
      data={toRows(figures)}
      index={LABEL_KEY}
      categories={figures.datasets.map((_, series) => toSeriesKey(series))}
      colors={colours}
      minValue={bottom}
      maxValue={top}
    />
  );
}
