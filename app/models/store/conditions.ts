/** The conditions on rows, and the order and number in which they are found. */

export type Scalar = string | number | boolean | Date | null;

/** The condition on a field: a value (null means "is null"), a list of values, or a range. */
type Condition<V> =
  | V
  | { in: readonly NonNullable<V>[] }
  | { lt?: NonNullable<V>; lte?: NonNullable<V>; gt?: NonNullable<V>; gte?: NonNullable<V> }
  | { not: V };

export type Where<R> = { [K in keyof R]?: Condition<R[K]> };

export interface FindOptions<R> {
  /**
   * Keyset order by a field that is never null, or whose condition is a range or null. The id breaks ties, in the same
   * direction.
   */
  order?: { by: keyof R & string; direction: "asc" | "desc" };
  /**
   * The field whose condition few rows meet: they are found by its index, and sorted. Otherwise they are read in the
   * order's index, which ends soon when many rows match.
   */
  foundBy?: keyof R & string;
  /** The most rows to return; 100 by default. */
  limit?: number;
  /** Continues after this row: its value of the order field and its id. */
  after?: { value: Scalar; id: string };
}
