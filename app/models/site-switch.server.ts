/** The operator's switches of the site, one row a switch. A switch without a row was never touched. */
import { date, integer, string, text, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export const SITE_SWITCHES = ["announcement", "maintenance", "sign_ups"] as const;
export type SiteSwitch = (typeof SITE_SWITCHES)[number];

export interface SiteSwitchRow {
  /** Its name. */
  id: SiteSwitch;
  /** JSON. */
  value: string;
  /** Counts the changes, so that a change that was made from an older state is noticed. */
  revision: number;
  changedAt: Date;
}

export const siteSwitchEntity: Entity<SiteSwitchRow> = {
  table: "site_switches",
  belongsTo: null,
  fields: { id: string(32), value: text(), revision: integer(), changedAt: date() },
};

/** Every switch that was touched: at most one row for each name. */
export function listSiteSwitches(store: Store): Promise<SiteSwitchRow[]> {
  return store.find(siteSwitchEntity, {});
}

/**
 * Sets a switch that still has this revision; 0 for one without a row. False when it was changed in the meantime. Of two
 * that set the first value at once, one throws DuplicateError.
 */
export async function setSiteSwitch(
  store: Store,
  { id, value, revision }: Pick<SiteSwitchRow, "id" | "value" | "revision">,
): Promise<boolean> {
  const changed = { value, revision: revision + 1, changedAt: new Date() };
  if (revision > 0) return (await store.update(siteSwitchEntity, { id, revision }, changed)) === 1;
  if (await store.findOne(siteSwitchEntity, { id })) return false;
  await store.insert(siteSwitchEntity, { id, ...changed });
  return true;
}
