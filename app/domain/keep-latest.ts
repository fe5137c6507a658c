/**
 * Adds an entry, whose key is new, to a map that keeps its latest `max` entries. Returns the value of the oldest one when it is dropped for it.
 */
export function keepLatest<Key, Value>(
  kept: Map<Key, Value>,
  [key, value]: readonly [Key, Value],
  max: number,
): Value | undefined {
  const [oldest] = kept.size >= max ? kept : [];
  if (oldest) kept.delete(oldest[0]);
  kept.set(key, value);
  return oldest?.[1];
}
