/**
 * That setup is closed for good: from the first user who verified their email on, also when no user is left. Rows are
 * never deleted. docs/decisions/0067-the-first-verified-user-closes-setup.md
 */
import { v7 as uuid } from "uuid";
import { date, id, type Entity } from "./store/entity";
import type { Store } from "./store/store";

interface SetupClosingRow {
  id: string;
  closedAt: Date;
}

export const setupClosingEntity: Entity<SetupClosingRow> = {
  table: "setup_closings",
  belongsTo: null,
  fields: { id: id(), closedAt: date() },
};

/** Whether a user has ever verified their email in this database. */
export async function isSetupClosed(store: Store): Promise<boolean> {
  return (await store.find(setupClosingEntity, {}, { limit: 1 })).length > 0;
}

/**
 * Closes setup, if it is not closed yet, in the transaction that verifies a user. Two first users who verify at once may
 * both write a row, which says the same: a row with a fixed id would make one of them fail.
 */
export async function closeSetup(store: Store): Promise<void> {
  if (await isSetupClosed(store)) return;
  await store.insert(setupClosingEntity, { id: uuid(), closedAt: new Date() });
}
