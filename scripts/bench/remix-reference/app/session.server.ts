/** The bare application's one session look-up. */
import { redirect } from "@remix-run/node";
import { openSessions } from "../../references/session-database.mjs";

const sessions = openSessions();

/** Returns the user of the request's cookie. Throws a redirect to the sign-in form. */
export async function requireUser(request: Request) {
  const [, token] = /(?:^|; )session=([^;]+)/.exec(request.headers.get("Cookie") ?? "") ?? [];
  const user = token ? await sessions.find(token) : undefined;
  if (!user) throw redirect("/signin");
  return user;
}
