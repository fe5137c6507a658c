/** What a page's form gets when its server cannot be reached, or answers with something else than a reply. */
import { isRouteErrorResponse, type ClientActionFunctionArgs } from "@remix-run/react";
import type { FormReply } from "~/domain/forms/reply";

/**
 * A route's `clientAction`: a failed request becomes a refused reply for the central handler. Without it the error
 * screen would take the place of the page, and of everything typed into it. Redirects pass through.
 */
export async function keepPage({
  serverAction,
}: Pick<ClientActionFunctionArgs, "serverAction">): Promise<FormReply> {
  try {
    return await serverAction<FormReply>();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    if (isRouteErrorResponse(thrown))
      return { ok: false, status: thrown.status, message: messageOf(thrown.data) };
    return { ok: false, status: 0, message: "form:errors.offline" };
  }
}

function messageOf(data: unknown): string {
  return typeof data === "string" && data !== "" ? data : "form:errors.message";
}
