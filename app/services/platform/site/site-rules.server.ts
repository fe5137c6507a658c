/** The acts that the site's switches forbid: signing up, and signing in during maintenance. */
import { AppError } from "~/domain/errors";
import { allowsSignUp, MAINTENANCE_RETRY_AFTER_SECONDS } from "~/domain/site";
import type { UserRow } from "~/models/user.server";
import type { App } from "../app.server";

type WithSite = Pick<App, "site">;

/** Why a new user may not sign up; null when they may. */
export function findSignUpRefusal(
  { site }: WithSite,
  { isInvited }: { isInvited: boolean },
): "errors:sign_ups_invited" | "errors:sign_ups_closed" | null {
  const { signUps } = site.read();
  if (allowsSignUp(signUps, { isInvited })) return null;
  return signUps === "invited" ? "errors:sign_ups_invited" : "errors:sign_ups_closed";
}

/** Throws forbidden, with what the user can do instead, when a new user may not sign up. */
export function requireSignUps(app: WithSite, invitation: { isInvited: boolean }): void {
  const refusal = findSignUpRefusal(app, invitation);
  if (refusal) throw new AppError("forbidden", refusal);
}

/** Throws unavailable when this user may not sign in, because only masters may during maintenance. */
export function requireOpenSite({ site }: WithSite, { isMaster }: Pick<UserRow, "isMaster">): void {
  if (isMaster || !site.read().isInMaintenance) return;
  throw new AppError("unavailable", "errors:maintenance", {
    retryAfterSeconds: MAINTENANCE_RETRY_AFTER_SECONDS,
  });
}
