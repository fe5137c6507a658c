/** The data of a chart: its types, its figures, its colours and how its numbers are printed. */
import type { CSSProperties } from "react";
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

/** The props of a drawing: the figures, and the colour name of each series or slice. */
export interface DrawingProps {
  figures: ChartFigures;
  colours: string[];
}

/** Whether there is nothing to draw: no dataset has a value, or in a pie or donut no value is above zero. */
export function isEmptyChart(type: ChartType, datasets: readonly ChartDataset[]): boolean {
  if (isRound(type)) return !datasets[0]?.values.some((value) => value > 0);
  return datasets.every((dataset) => dataset.values.length === 0);
}

/** The sizes of the slices of a pie or donut, one for each label. A negative number has no slice. */
export function calculateSliceSizes({ labels, datasets }: ChartFigures): number[] {
  return labels.map((_, index) => Math.max(0, datasets[0]?.values[index] ?? 0));
}

/** The names that have their own colour: the labels of a pie or donut, the datasets of any other chart. */
export function listColoredNames(type: ChartType, { labels, datasets }: ChartFigures): string[] {
  return isRound(type) ? [...labels] : datasets.map((dataset) => dataset.label);
}

/** Colour names of `count` series: the theme, then the other themes, then all of them again in a lighter shade. */
export function assignSeriesColors(theme: ChartTheme, count: number): string[] {
  const names = [theme, ...CONTRASTING.filter((name) => name !== theme)];
  const all = [...names, ...names.map((name) => `${name}-light`)];
  return Array.from({ length: count }, (_, index) => `chart-${all[index % all.length] ?? theme}`);
}

/** Sets the colour that chart.css paints an element with. */
export function toSeriesStyle(colour = "chart-blue"): CSSProperties {
  return { "--series": `var(--${colour})` } as CSSProperties;
}

/** Formats a number for an axis: k for thousands, m for millions. */
export function formatAxisNumber(value: number, { prefix, locale }: ChartFigures): string {
  return `${value < 0 ? "-" : ""}${prefix}${formatShortNumber(Math.abs(value), locale)}`;
}

/** Formats a number for a table or a tooltip: with every digit. */
export function formatFullNumber(value: number, { prefix, locale }: ChartFigures): string {
  return `${value < 0 ? "-" : ""}${prefix}${formatGroupedNumber(Math.abs(value), locale)}`;
}

/** In this order neighbours differ most, also for readers who cannot tell red from green. */
const CONTRASTING: ChartTheme[] = ["blue", "green", "purple", "red"];

function isRound(type: ChartType): boolean {
  return type === "pie" || type === "donut";
}
