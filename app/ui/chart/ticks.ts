/** Whole numbers for a value axis. Spec §9. */

const STEPS_AT_MOST = 4;

/** Round whole numbers from zero to at least the greatest value: four steps at most, fewer for small values. */
export function wholeTicks(values: readonly number[]): number[] {
  const greatest = Math.max(1, ...values);
  const step = roundUp(greatest / STEPS_AT_MOST);
  const count = Math.ceil(greatest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The next of 1, 1.5, 2, 2.5, 3, 5, 10 times a power of ten that is a whole number. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const round = [1, 1.5, 2, 2.5, 3, 5, 10].map((factor) => factor * power).find((step) => step >= value);
  return Math.max(1, Math.ceil(round ?? value));
}
