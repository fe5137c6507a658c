/** Figures as the chart library takes them, and the colours as the style sheet does. */
import type { CSSProperties } from "react";
import type { ChartFigures } from "./chart-data";

export const LABEL_KEY = "label";

/** Datasets go by position, because a label may be any text: "label" itself, or the same twice. */
export function toSeriesKey(series: number): string {
  return `series${series}`;
}

/** One row for each label. */
export function toRows({ labels, datasets }: ChartFigures): Record<string, string | number | undefined>[] {
  return labels.map((label, index) => ({
    [LABEL_KEY]: label,
    ...Object.fromEntries(datasets.map((dataset, series) => [toSeriesKey(series), dataset.values[index]])),
  }));
}

/** Gives an element the colour that chart.css paints it with. */
export function toSeriesStyle(colour = "chart-blue"): CSSProperties {
  return { "--series": `var(--${colour})` } as CSSProperties;
}
