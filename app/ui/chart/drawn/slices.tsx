/** A slice for each label, of the first dataset: a pie, or a donut. */
import DonutChart from "@tremor/react/dist/components/chart-elements/DonutChart/DonutChart.js";
import { coloursFrom, type DrawnChartProps } from "../chart-data";
import { tooltipWith } from "../chart-tooltip";
import { motion } from "./motion";

export function Slices({
  labels,
  datasets,
  theme,
  format,
  variant,
}: DrawnChartProps & { variant: "pie" | "donut" }) {
  return (
    <DonutChart
      data={labels.map((name, index) => ({ name, value: datasets[0]?.values[index] ?? 0 }))}
      index="name"
      category="value"
      variant={variant}
      colors={coloursFrom(theme)}
      valueFormatter={format}
      customTooltip={tooltipWith(format)}
      className="h-full"
      {...motion()}
    />
  );
}
