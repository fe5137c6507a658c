/** What a chart is made of: its kinds, its figures, its colours. Spec §2 and §9. */
import { formatGroupedNumber, formatShortNumber } from "~/domain/numbers";

export const CHART_TYPES = ["line", "bar", "pie", "donut", "sparkline"] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** Blue is the product's own accent. */
export const CHART_THEMES = ["blue", "red", "green", "purple"] as const;
export type ChartTheme = (typeof CHART_THEMES)[number];

export interface ChartDataset {
  label: string;
  /** One for each label of the chart. */
  values: readonly number[];
}

export interface ChartFigures {
  /** Along the x axis; in a pie or donut, the names of the slices. */
  labels: readonly string[];
  /** A pie or donut draws the first one only. */
  datasets: readonly ChartDataset[];
  /** Before each number: "$". */
  prefix: string;
  /** Language of the numbers. */
  locale: string;
}

/** What a drawing gets: plain figures, and the colour name of each series or slice. */
export interface DrawingProps {
  figures: ChartFigures;
  colours: string[];
}

function isRound(type: ChartType): boolean {
  return type === "pie" || type === "donut";
}

/** Whether there is nothing to draw: no datasets, or none with a value; in a pie or donut, nothing to divide. */
export function isEmptyChart(type: ChartType, datasets: readonly ChartDataset[]): boolean {
  if (isRound(type)) return !datasets[0]?.values.some((value) => value > 0);
  return datasets.every((dataset) => dataset.values.length === 0);
}

/** What the slices of a pie or donut measure, one for each label; a negative number has no slice. */
export function calculateSliceSizes({ labels, datasets }: ChartFigures): number[] {
  return labels.map((_, index) => Math.max(0, datasets[0]?.values[index] ?? 0));
}

/** What has a colour of its own: the slices of a pie or donut, the datasets of all others. */
export function listColoredNames(type: ChartType, { labels, datasets }: ChartFigures): string[] {
  return isRound(type) ? [...labels] : datasets.map((dataset) => dataset.label);
}

/** Colour names of `count` series: the theme first, then the others, then all of them again in a lighter shade. */
export function assignSeriesColors(theme: ChartTheme, count: number): string[] {
  const names = [theme, ...APART.filter((name) => name !== theme)];
  const all = [...names, ...names.map((name) => `${name}-light`)];
  return Array.from({ length: count }, (_, index) => `chart-${all[index % all.length] ?? theme}`);
}

/** How an axis prints a number: k for thousands, m for millions. Spec §9. */
export function formatAxisNumber(value: number, { prefix, locale }: ChartFigures): string {
  return `${value < 0 ? "-" : ""}${prefix}${formatShortNumber(Math.abs(value), locale)}`;
}

/** How a table or a tooltip prints a number: every digit. */
export function formatFullNumber(value: number, { prefix, locale }: ChartFigures): string {
  return `${value < 0 ? "-" : ""}${prefix}${formatGroupedNumber(Math.abs(value), locale)}`;
}

/** In the order that sets neighbours apart best, also for those who see red and green alike. */
const APART: ChartTheme[] = ["blue", "green", "purple", "red"];
