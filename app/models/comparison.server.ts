/** The last comparison of each area with the payment provider: when it ended, and how much differed. */
import type { ComparedArea } from "~/domain/comparisons";
import { date, integer, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface ComparisonRow {
  /** The area. */
  id: ComparedArea;
  comparedAt: Date;
  /** How many accounts were compared. */
  accounts: number;
  repaired: number;
  unrepaired: number;
}

export const comparisonEntity: Entity<ComparisonRow> = {
  table: "comparisons",
  belongsTo: null,
  fields: {
    id: string(32),
    comparedAt: date(),
    accounts: integer(),
    repaired: integer(),
    unrepaired: integer(),
  },
};

/** At most one row for each area. */
export function listComparisons(store: Store): Promise<ComparisonRow[]> {
  return store.find(comparisonEntity, {});
}

/** Null before the first one. */
export function findComparison(
  store: Store,
  { id }: Pick<ComparisonRow, "id">,
): Promise<ComparisonRow | null> {
  return store.findOne(comparisonEntity, { id });
}

/**
 * Replaces the area's last comparison, and locks it until the end of the transaction. Of two that store the first one at
 * once, one throws DuplicateError.
 */
export async function saveComparison(store: Store, { id, ...row }: ComparisonRow): Promise<void> {
  if ((await store.update(comparisonEntity, { id }, row)) === 0)
    await store.insert(comparisonEntity, { id, ...row });
}
