/** The steps of the introduction, and who gets which. Spec §2 "/welcome". */
import { mayActAs, type Permission } from "./roles";

/** What is recorded of somebody who skips it. Spec §2. */
export const CANCELLED_ONBOARDING = "cancelled_onboarding";

export type WelcomeStep = "look" | "yours" | "help" | "team" | "duplicate";

/** In order: the introduction for everybody, inviting for whoever may, and a word to whoever was registered before. */
export function welcomeSteps(viewer: { permission: Permission; isDuplicateUser: boolean }): WelcomeStep[] {
  const steps: WelcomeStep[] = ["look", "yours", "help"];
  if (mayActAs(viewer.permission, "admin")) steps.push("team");
  if (viewer.isDuplicateUser) steps.push("duplicate");
  return steps;
}
