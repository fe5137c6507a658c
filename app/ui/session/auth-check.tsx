/** Keeps local storage's `user` true: filled after sign-in, renewed while a page is open, cleared at sign-out. */
import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { AUTH_CHECK_EVERY_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { callApi } from "./call-api";

const KEY = "user";

/**
 * Asks the server who is signed in: at once, whenever what it would answer changes, and periodically. Somebody who
 * no longer is goes to /signin. Spec §4. `sessionMark` is null for a stranger.
 */
export function AuthCheck({ sessionMark }: { sessionMark: string | null }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (sessionMark === null) {
      localStorage.removeItem(KEY);
      return;
    }
    const check = async () => {
      const isStill = await refreshSessionUser();
      if (!isStill) navigate(paths.signIn);
    };
    void check();
    const timer = setInterval(() => void check(), AUTH_CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [sessionMark, navigate]);
  return null;
}

/** False only when the server says so: a network that is down signs nobody out. */
async function refreshSessionUser(): Promise<boolean> {
  const reply = await callApi<{ authenticated: boolean }>("GET", paths.authCall);
  if (!reply.ok) return true;
  const { authenticated, ...user } = reply.data;
  if (authenticated) localStorage.setItem(KEY, JSON.stringify(user));
  else localStorage.removeItem(KEY);
  return authenticated;
}
