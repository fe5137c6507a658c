/** Local storage's `user`: set after sign-in, refreshed while a page is open, cleared at sign-out. */
import { paths } from "~/domain/paths";

const KEY = "user";

/** The fields of the session user that this page needs. */
export interface SessionUser {
  email: string;
  account_id: string;
}

export function forgetSessionUser(): void {
  localStorage.removeItem(KEY);
}

/** The signed-in user; null when no one is signed in; "unknown" when the server cannot be reached, which signs no one out. */
export async function refreshSessionUser(): Promise<SessionUser | null | "unknown"> {
  // Loaded lazily: a visitor never calls the API, so the sign-in page does not carry its code.
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
