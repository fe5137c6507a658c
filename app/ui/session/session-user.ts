/** Local storage's `user`: filled after sign-in, renewed while a page is open, cleared at sign-out. */
import { paths } from "~/domain/paths";
import { callApi } from "./call-api";

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
  const reply = await callApi<SessionUser & { authenticated: boolean }>("GET", paths.authCall);
  if (!reply.ok) return "unknown";
  const { authenticated, ...user } = reply.data;
  if (!authenticated) {
    forgetSessionUser();
    return null;
  }
  localStorage.setItem(KEY, JSON.stringify(user));
  return user;
}
