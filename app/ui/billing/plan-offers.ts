/** Plans as an offer: which are the same by the month and by the year, and what paying yearly saves. */
import { needsCard, type PlanView } from "~/domain/plans";

/** The same plan with the other interval: plans of one name differ only in that. */
export function findTwin(plan: PlanView, plans: readonly PlanView[]): PlanView | undefined {
  return plans.find(({ name, interval }) => name === plan.name && interval !== plan.interval);
}

/** Whether a paid plan has no yearly price while others have one. */
export function isMonthlyOnly(plan: PlanView, plans: readonly PlanView[]): boolean {
  const hasYearly = plans.some((one) => findTwin(one, plans));
  return hasYearly && needsCard(plan) && plan.interval === "month" && !findTwin(plan, plans);
}

/** Returns what a yearly plan saves against twelve months of its twin, in major units; null when it saves nothing. */
export function getYearlySaving(plan: PlanView, plans: readonly PlanView[]): number | null {
  const monthly = plan.interval === "year" ? findTwin(plan, plans) : undefined;
  if (monthly?.currency.code !== plan.currency.code) return null;
  const saving = Math.round((monthly.price * MONTHS_A_YEAR - plan.price) * 100) / 100;
  return saving > 0 ? saving : null;
}

const MONTHS_A_YEAR = 12;
