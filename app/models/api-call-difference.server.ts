/** Where the API calls of an account, the provider's meter and the invoices do not agree, as the last comparison found it. */
import { date, id, integer, nullable, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface ApiCallDifferenceRow {
  id: string;
  accountId: string;
  planId: string;
  /** The period that was compared, or a part of it. */
  periodStart: Date;
  periodEnd: Date;
  /** The calls that the product has counted. */
  counted: number;
  /** The calls that the meter has. */
  metered: number;
  /** The calls that were invoiced; null while the period has no invoice. */
  invoiced: number | null;
  comparedAt: Date;
}

export const apiCallDifferenceEntity: Entity<ApiCallDifferenceRow> = {
  table: "usage_differences",
  belongsTo: { account: "accountId" },
  fields: {
    id: id(),
    accountId: id(),
    planId: id(),
    periodStart: date(),
    periodEnd: date(),
    counted: integer(),
    metered: integer(),
    invoiced: nullable(integer()),
    comparedAt: date(),
  },
  indexes: [["accountId"]],
};

/** The account's differences, in no particular order. */
export function listAccountDifferences(
  store: Store,
  { accountId }: { accountId: string },
): Promise<ApiCallDifferenceRow[]> {
  return store.find(apiCallDifferenceEntity, { accountId });
}

/** Replaces the account's differences by what a comparison has found. */
export async function saveDifferences(
  store: Store,
  { accountId, found }: { accountId: string; found: readonly ApiCallDifferenceRow[] },
): Promise<void> {
  await store.transaction(async (inside) => {
    await inside.remove(apiCallDifferenceEntity, { accountId });
    for (const difference of found) await inside.insert(apiCallDifferenceEntity, difference);
  });
}

/** For masters only: differences of any accounts, the largest ids first. */
export function listDifferences(store: Store, { limit }: { limit: number }): Promise<ApiCallDifferenceRow[]> {
  return store.find(apiCallDifferenceEntity, {}, { order: { by: "id", direction: "desc" }, limit });
}

/** For masters only: how many differences there are, no further than `atMost`. */
export function countDifferences(store: Store, { atMost }: { atMost: number }): Promise<number> {
  return store.count(apiCallDifferenceEntity, {}, { atMost });
}
