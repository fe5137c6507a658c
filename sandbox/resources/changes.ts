/** Converts parameters to changes. A missing parameter leaves its property unchanged. */

/** Merges metadata: an empty value removes its key, null removes all keys, other keys stay. */
export function mergeMetadata(
  before: Readonly<Record<string, string>> | null,
  given: Readonly<Record<string, string>> | null,
): Record<string, string> {
  if (given === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ""));
}

/** Leaves out the parameters that were not given. */
export function omitUndefined<T extends object>(params: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
