/** Which plan lifts a limit. */
import type { PlanType } from "./plans";

/** The parts of a plan that the choice depends on; amounts in minor units. */
export interface LimitedPlan {
  id: string;
  type: PlanType;
  priceMinor: number;
  seatLimit: number | null;
  apiCallLimit: number | null;
  keyLimit: number | null;
}

/**
 * The plan that allows this many members, API calls a month and API keys with the smallest first payment; null when none
 * does.
 * Among equal ones, the first. On a tiered plan calls have no limit, because those beyond the included ones are billed.
 */
export function findPlanFor<P extends LimitedPlan>({
  plans,
  members = 1,
  calls = 0,
  keys = 0,
}: {
  plans: readonly P[];
  members?: number;
  calls?: number;
  keys?: number;
}): P | null {
  const getPrice = ({ type, priceMinor }: P) => (type === "seat" ? priceMinor * members : priceMinor);
  const fitting = plans.filter(
    (plan) => allowsMembers(plan, members) && allowsCalls(plan, calls) && allowsKeys(plan, keys),
  );
  return fitting.reduce<P | null>(
    (best, plan) => (best && getPrice(best) <= getPrice(plan) ? best : plan),
    null,
  );
}

function allowsMembers({ seatLimit }: LimitedPlan, members: number): boolean {
  return seatLimit === null || members <= seatLimit;
}

function allowsKeys({ keyLimit }: LimitedPlan, keys: number): boolean {
  return keyLimit === null || keys <= keyLimit;
}

function allowsCalls({ type, apiCallLimit }: LimitedPlan, calls: number): boolean {
  return type === "tiered" || apiCallLimit === null || calls <= apiCallLimit;
}
