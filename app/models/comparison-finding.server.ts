/** What the last comparison of an area has found, account by account, and what was done. */
import { v7 as uuid } from "uuid";
import type { ComparedArea } from "~/domain/comparisons";
import { id, nullable, string, text, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface ComparisonFindingRow {
  id: string;
  area: ComparedArea;
  accountId: string;
  what: string;
  /** Why it is not repaired; null when it is. */
  failure: string | null;
  /** The day, in UTC, on which operators were last told of it. */
  mailedDay: string | null;
}

export const comparisonFindingEntity: Entity<ComparisonFindingRow> = {
  table: "comparison_findings",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    area: string(32),
    accountId: id(),
    what: text(),
    failure: nullable(text()),
    mailedDay: nullable(string(10)),
  },
  indexes: [["area"], ["accountId"]],
};

/** For masters and the comparisons only: those of any accounts, in the order in which they were stored. */
export function listFindings(store: Store, { limit }: { limit: number }): Promise<ComparisonFindingRow[]> {
  return store.find(comparisonFindingEntity, {}, { order: { by: "id", direction: "asc" }, limit });
}

/** Replaces what is stored about the area. */
export async function saveFindings(
  store: Store,
  area: ComparedArea,
  found: readonly Omit<ComparisonFindingRow, "id" | "area">[],
): Promise<void> {
  await store.remove(comparisonFindingEntity, { area });
  for (const finding of found) await store.insert(comparisonFindingEntity, { ...finding, id: uuid(), area });
}
