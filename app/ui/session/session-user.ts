/** Local storage's `user`: filled after sign-in, renewed while a page is open, cleared at sign-out. */
import { paths } from "~/domain/paths";

const KEY = "user";

/** What this page needs of the session user. */
export interface SessionUser {
  email: string;
  account_id: string;
}

export function forgetSessionUser(): void {
  localStorage.removeItem(KEY);
}

/** Who is signed in, null when the server says no one; "unknown" when it cannot be reached, which signs no one out. */
export async function refreshSessionUser(): Promise<SessionUser | null | "unknown"> {
  // A visitor never asks, so the sign-in page does not pay for the code of calls.
  const calls = await import("./call-api").catch(() => null);
  if (!calls) return "unknown";
  const reply = await calls.callApi<SessionUser & { authenticated: boolean }>("GET", paths.authCall);
  if (!reply.ok) return "unknown";
  const { authenticated, ...user } = reply.data;
  if (!authenticated) {
    forgetSessionUser();
    return null;
  }
  localStorage.setItem(KEY, JSON.stringify(user));
  return user;
}
