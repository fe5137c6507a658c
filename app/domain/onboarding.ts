/** The steps of the introduction, and which users get each. */
import { canActAs, type Actor } from "./roles";

export type WelcomeStep = "you" | "look" | "team" | "duplicate";

/** How a step is left: to the next one, or by finishing or skipping the whole introduction. */
export const WELCOME_WAYS = ["next", "finish", "skip"] as const;
export type WelcomeWay = (typeof WELCOME_WAYS)[number];

export function isWelcomeWay(value: unknown): value is WelcomeWay {
  return WELCOME_WAYS.some((way) => way === value);
}

/**
 * Returns the steps in order: name and look for every user, inviting for admins, and the choice of a default account for a
 * user who was already registered.
 */
export function listWelcomeSteps(viewer: Actor & { isDuplicateUser: boolean }): WelcomeStep[] {
  const steps: WelcomeStep[] = ["you", "look"];
  if (canActAs(viewer, "admin")) steps.push("team");
  if (viewer.isDuplicateUser) steps.push("duplicate");
  return steps;
}
