/** What a chart shows, whatever draws it. */

export const CHART_TYPES = ["line", "bar", "pie", "donut", "sparkline"] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** The colour themes of spec §9. Blue is the product's own accent, right in both themes. */
export const CHART_THEMES = ["blue", "red", "green", "purple"] as const;
export type ChartTheme = (typeof CHART_THEMES)[number];

export interface ChartDataset {
  label: string;
  /** One for each of the chart's labels. */
  values: readonly number[];
}

export interface ChartData {
  /** What the chart is of; screen readers hear it. */
  title: string;
  /** Along the axis, or one for each slice. */
  labels: readonly string[];
  datasets: readonly ChartDataset[];
}

/** What a drawn chart gets. */
export interface DrawnChartProps extends ChartData {
  theme: ChartTheme;
  hasLegend: boolean;
  format: (value: number) => string;
}

/** A row for each label, as the chart library wants them. */
export function toRows({ labels, datasets }: ChartData): Record<string, string | number>[] {
  return labels.map((label, index) => ({
    label,
    ...Object.fromEntries(datasets.map((dataset) => [dataset.label, dataset.values[index] ?? 0])),
  }));
}

/** The chosen theme first, the others for further datasets. */
export function coloursFrom(theme: ChartTheme): ChartTheme[] {
  return [theme, ...CHART_THEMES.filter((other) => other !== theme)];
}
