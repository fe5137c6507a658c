/** Plans are data: what an account can be subscribed to. */
import type { Interval, PlanType } from "~/domain/plans";
import { trialClaimEntity } from "./trial-claim.server";
import { boolean, id, integer, nullable, string, type Entity } from "./store/entity";
import type { Lookup } from "./store/joins";
import { DuplicateError, type Store } from "./store/store";

export interface PlanRow {
  id: string;
  name: string;
  type: PlanType;
  /** Minor units for each interval. A seat plan: for each seat. A tiered plan: the base price without usage. */
  priceMinor: number;
  /** ISO 4217, lower case. */
  currency: string;
  interval: Interval;
  trialDays: number;
  /** The most members; null without a limit. */
  seatLimit: number | null;
  /** The API calls included each month; null without a limit. */
  apiCallLimit: number | null;
  /** The most API keys that are not revoked; null without a limit. */
  keyLimit: number | null;
  /** Of a tiered plan: minor units for each 1,000 API calls beyond the included ones. */
  overagePriceMinor: number | null;
  isActive: boolean;
  position: number;
}

export const planEntity: Entity<PlanRow> = {
  table: "plans",
  belongsTo: null,
  fields: {
    id: id(),
    name: string(100),
    type: string(16),
    priceMinor: integer(),
    currency: string(3),
    interval: string(8),
    trialDays: integer(),
    seatLimit: nullable(integer()),
    apiCallLimit: nullable(integer()),
    keyLimit: nullable(integer()),
    overagePriceMinor: nullable(integer()),
    isActive: boolean(),
    position: integer(),
  },
  indexes: [["position"]],
};

/** The plan, on offer or not. Plans belong to no account. */
export function findPlan(store: Store, { id }: Pick<PlanRow, "id">): Promise<PlanRow | null> {
  return store.findOne(planEntity, { id });
}

/** The plan if accounts can choose it. */
export function findActivePlan(store: Store, { id }: Pick<PlanRow, "id">): Promise<PlanRow | null> {
  return store.findOne(planEntity, { id, isActive: true });
}

/** The plans that accounts can choose, in the order in which they are shown. */
export function listActivePlans(store: Store): Promise<PlanRow[]> {
  const { entity, where, ...options } = ACTIVE_PLANS;
  return store.find(entity, where, options);
}

/** For a page that reads more than these: the look-up of `listActivePlans`. */
export const ACTIVE_PLANS = {
  entity: planEntity,
  where: { isActive: true },
  order: { by: "position", direction: "asc" },
} as const satisfies Lookup<PlanRow>;

/** The plans that accounts can choose, in the order in which they are shown, and whether one of these trials was given. */
export async function listPlansWithTrial(
  store: Store,
  { trialIds }: { trialIds: readonly string[] },
): Promise<{ plans: PlanRow[]; isTrialClaimed: boolean }> {
  const { plans, claims } = await store.findTogether({
    plans: ACTIVE_PLANS,
    claims: { entity: trialClaimEntity, where: { id: { in: trialIds } }, fields: ["id"], limit: 1 },
  });
  return { plans, isTrialClaimed: claims.length > 0 };
}

/** Every plan, on offer or not, in no particular order. */
export function listAllPlans(store: Store): Promise<PlanRow[]> {
  return store.find(planEntity, {});
}

/** Those of these plans that the store does not have. */
export async function listMissingPlans(store: Store, plans: readonly PlanRow[]): Promise<PlanRow[]> {
  // Most installations have few plans, and the store finds them without loading Sequelize.
  const missing = without(plans, await listAllPlans(store));
  if (missing.length === 0) return [];
  return without(missing, await store.find(planEntity, { id: { in: missing.map(({ id }) => id) } }));
}

function without(plans: readonly PlanRow[], known: readonly PlanRow[]): PlanRow[] {
  const knownIds = new Set(known.map(({ id }) => id));
  return plans.filter(({ id }) => !knownIds.has(id));
}

/** Creates plans, each once, however many processes do. */
export async function createPlans(store: Store, plans: readonly PlanRow[]): Promise<void> {
  for (const plan of plans) await createPlanOnce(store, plan);
}

/** Several processes may start at the same time: the later ones find the plan already created. */
async function createPlanOnce(store: Store, plan: PlanRow): Promise<void> {
  try {
    await store.insert(planEntity, plan);
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
  }
}
