/** The few figures of statistics that the benchmark needs. */

/** The middle value; the mean of the two in the middle when they are even in number. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** The medians of the same fields of several records. */
export function mediansOf<T extends Record<string, number>>(records: readonly T[]): T {
  const names = Object.keys(records[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(records.map((record) => record[name] ?? NaN))]),
  ) as T;
}
