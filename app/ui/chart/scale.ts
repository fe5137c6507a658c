/** The value axis: whole-number ticks at round steps. */
export interface Scale {
  bottom: number;
  top: number;
  /** From bottom to top, evenly apart. */
  ticks: number[];
}

/** The smallest round scale of four whole-number steps that includes zero and every value. */
export function calculateScale({ datasets }: { datasets: readonly { values: readonly number[] }[] }): Scale {
  const values = datasets.flatMap((dataset) => dataset.values);
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  let step = roundUpToStep((highest - lowest) / INTERVALS);
  while (roundDownToStep(step, lowest) + INTERVALS * step < highest) step = roundUpToStep(step * 1.01);
  const bottom = roundDownToStep(step, lowest);
  const ticks = Array.from({ length: INTERVALS + 1 }, (_, index) => bottom + index * step);
  return { bottom, top: bottom + INTERVALS * step, ticks };
}

/** The height of `value` on the scale, from 0 at the bottom to 1 at the top. */
export function toHeight({ bottom, top }: Scale, value: number): number {
  return (value - bottom) / (top - bottom);
}

/** As many as the chart library draws, so that the static and the interactive chart have the same ticks. */
const INTERVALS = 4;
const ROUND_STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The tick at or below the lowest value; adding zero turns "-0" into "0". */
function roundDownToStep(step: number, lowest: number): number {
  return Math.floor(lowest / step) * step + 0;
}

/** The smallest round step that is at least `least`, and a whole number: ticks are never fractions. */
function roundUpToStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = ROUND_STEPS.map((step) => step * power);
  return steps.find((step) => step >= least && Number.isInteger(step)) ?? 10 * power;
}
