/** The steps of the introduction, and which users get each. */
import { canActAs, type Permission } from "./roles";

/** The event that is recorded when a user skips the introduction. */
export const CANCELLED_ONBOARDING = "cancelled_onboarding";

export type WelcomeStep = "look" | "yours" | "help" | "team" | "duplicate";

/**
 * Returns the steps in order: the introduction for every user, inviting for admins, and a note for a user who
 * was already registered.
 */
export function listWelcomeSteps(viewer: {
  permission: Permission;
  isDuplicateUser: boolean;
}): WelcomeStep[] {
  const steps: WelcomeStep[] = ["look", "yours", "help"];
  if (canActAs(viewer.permission, "admin")) steps.push("team");
  if (viewer.isDuplicateUser) steps.push("duplicate");
  return steps;
}
