/** The statistical functions that the benchmark needs. */

/** The middle value; the mean of the two middle values when their number is even. NaN for an empty list. */
export function calculateMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** Half of the distance between the lowest and the highest value: how far a run's values lie from its middle. */
export function calculateSpread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / 2;
}

/**
 * The probability that two samples of the same distribution differ at least as much as these: the Mann-Whitney U
 * test, two-sided, with its normal approximation, which is good from about 20 values each. Ties share their rank.
 */
export function calculateMannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((left, right) => left.value - right.value);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isOne }) => isOne).length;
    start = end;
  }
  const [n, m] = [one.length, other.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * calculateUpperTail(Math.abs(u - (n * m) / 2) / deviation);
}

/** The share of a normal distribution beyond `z` deviations. Abramowitz and Stegun 26.2.17. */
function calculateUpperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduce((total, factor, power) => total + factor * t ** (power + 1), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** The medians of the same fields of several records. */
export function calculateMedians<T extends Record<string, number>>(records: readonly T[]): T {
  const names = Object.keys(records[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, calculateMedian(records.map((record) => record[name] ?? NaN))]),
  ) as T;
}
