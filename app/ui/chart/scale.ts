/** The value axis: whole-number ticks at round steps. Spec §9. */
import type { ChartFigures } from "./chart-data";

/** Room for "-$999.9k" left of the axis. */
export const AXIS_WIDTH_PX = 48;
/** A line starts and ends this far inside its axes, so that the first and last label have room. */
export const LINE_MARGIN_PX = 12;

export interface Scale {
  bottom: number;
  top: number;
  /** From bottom to top, evenly apart. */
  ticks: number[];
}

/** The smallest round scale of four whole steps that holds zero and every value. */
export function calculateScale({ datasets }: Pick<ChartFigures, "datasets">): Scale {
  const values = datasets.flatMap((dataset) => dataset.values);
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  let step = roundUpToStep((highest - lowest) / INTERVALS);
  while (roundDownToStep(step, lowest) + INTERVALS * step < highest) step = roundUpToStep(step * 1.01);
  const bottom = roundDownToStep(step, lowest);
  const ticks = Array.from({ length: INTERVALS + 1 }, (_, index) => bottom + index * step);
  return { bottom, top: bottom + INTERVALS * step, ticks };
}

/** How high `value` stands on the scale, from 0 at the bottom to 1 at the top. */
export function toHeight({ bottom, top }: Scale, value: number): number {
  return (value - bottom) / (top - bottom);
}

/** As many as the chart library makes, so that the still and the interactive drawing agree. */
const INTERVALS = 4;
const ROUND_STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The tick at or below the lowest value; adding zero turns "-0" into "0". */
function roundDownToStep(step: number, lowest: number): number {
  return Math.floor(lowest / step) * step + 0;
}

/** The next round step that is no smaller than `least`, and whole: ticks are never fractions. */
function roundUpToStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = ROUND_STEPS.map((step) => step * power);
  return steps.find((step) => step >= least && Number.isInteger(step)) ?? 10 * power;
}
