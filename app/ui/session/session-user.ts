/** Local storage's `user`: set after sign-in, refreshed while a page is open, cleared at sign-out. */
import type { SessionUser } from "./call-api";

export function forgetSessionUser(): void {
  localStorage.removeItem("user");
}

/** The signed-in user; null when no one is signed in; "unknown" when the server cannot be reached, which signs no one out. */
export async function refreshSessionUser(): Promise<SessionUser | null | "unknown"> {
  // Loaded lazily: a visitor never calls the API, so the sign-in page does not carry its code.
  const calls = await import("./call-api").catch(() => null);
  return calls ? calls.fetchSessionUser() : "unknown";
}

/** Names a session to the other tabs: its user and account. */
export function toSessionKey(email: string, accountId: string): string {
  return `${email} ${accountId}`;
}
