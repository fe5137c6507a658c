/** The first steps of an owner, each done by being done. */

/** In the order in which they are shown. */
export const FIRST_STEPS = ["name", "invite", "key", "call", "plan"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Which of them are done. */
export type FirstSteps = Record<FirstStep, boolean>;

export function countDone(steps: FirstSteps): number {
  return FIRST_STEPS.filter((step) => steps[step]).length;
}
