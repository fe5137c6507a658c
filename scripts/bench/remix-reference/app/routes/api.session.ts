/** The bare application's resource route: the signed-in user. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "../session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return Response.json({ data: { authenticated: true, name: user.name, email: user.email } });
}
