/** Where a reader is in something with pages. Spec §2: `?page={n}`, 1-based, 1 when it is missing or no number. */
export function pageNumber(given: string | null): number {
  return given !== null && /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}
