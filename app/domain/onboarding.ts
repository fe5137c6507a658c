/** The steps of the introduction, and which users get each. */
import { canActAs, type Actor } from "./roles";

export type WelcomeStep = "you" | "look" | "team" | "duplicate";

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
