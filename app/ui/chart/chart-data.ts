/** What both drawings of a chart take: its figures, scale, sizes and colours, and how its numbers are printed. */
import { formatGroupedNumber, formatShortNumber } from "~/domain/numbers";
import { calculateScale, type Scale } from "./scale";

export const CHART_HEIGHT_PX = 150;
export const CHART_WIDTH_PX = 300;
export const CHART_FONT_PX = 11;
/** Wide enough for "-$999.9k" left of the axis. */
export const AXIS_WIDTH_PX = 48;
/** The space between an axis and the first and the last label. A line has some, so that its ends have room. */
export const AXIS_MARGINS_PX = { line: 18, bar: 0 };
/** The share of the width of a label that stays free on either side of its bars. */
export const BAR_GAP_SHARE = 0.1;

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
  /** The labels in full, for the table and its readers. Those beyond them, as of days still to come, have no row. */
  rows: readonly string[];
  /** A pie or donut draws the first one only. */
  datasets: readonly ChartDataset[];
  /** Before each number: "$". */
  prefix: string;
  /** Language of the numbers. */
  locale: string;
}

/** The props of both drawings. */
export interface DrawingProps {
  figures: ChartFigures;
  /** The value axis. A pie or donut has none. */
  scale: Scale;
  /** The class of each series or slice. chart.css paints with the series' colour what is in it. */
  colours: string[];
}

/** Calculates what both drawings of a chart take. */
export function prepareDrawing(type: ChartType, theme: ChartTheme, figures: ChartFigures): DrawingProps {
  const colours = assignSeriesColors(theme, listColoredNames(type, figures).length);
  return { figures, scale: calculateScale(figures), colours };
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

/** Colour classes of `count` series: the theme, then the other themes, then all of them again in a lighter shade. */
export function assignSeriesColors(theme: ChartTheme, count: number): string[] {
  const names = [theme, ...CONTRASTING.filter((name) => name !== theme)];
  const all = [...names, ...names.map((name) => `${name}-light`)];
  return Array.from({ length: count }, (_, index) => `chart-${all[index % all.length] ?? theme}`);
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
