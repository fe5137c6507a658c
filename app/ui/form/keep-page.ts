/** What a page's form gets when its server cannot be reached, or answers with something else than a reply. */
import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import type { FormRefused, FormReply } from "~/domain/forms/reply";
import { noteReachable, noteUnreachable } from "../session/reachability";

/** What stands for the reply of a server that cannot be reached. */
export const UNREACHABLE: FormRefused = { ok: false, status: 0, message: "form:errors.offline" };

/**
 * A route's `clientAction`: a failed request becomes a refused reply for the central handler. Without it the error
 * screen would take the place of the page, and of everything typed into it. Redirects pass through.
 */
export async function keepPage({
  serverAction,
}: Pick<ClientActionFunctionArgs, "serverAction">): Promise<FormReply | Response> {
  try {
    const reply = await serverAction<FormReply>();
    noteReachable();
    return reply;
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    if (isRouteErrorResponse(thrown))
      return createFailureResponse({ ok: false, status: thrown.status, message: toMessageKey(thrown.data) });
    noteUnreachable();
    return createFailureResponse(UNREACHABLE);
  }
}

/**
 * Every page's `shouldRevalidate`. What was refused has changed nothing; and to ask a server for the page's data again
 * that could not be reached would put the error screen in the place of the page after all.
 */
export function shouldRevalidate({ actionStatus = 200 }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus < 400;
}

/** A response with the status of a failure, for `shouldRevalidate`. */
function createFailureResponse(reply: FormRefused): Response {
  return Response.json(reply, { status: reply.status >= 400 ? reply.status : 503 });
}

function toMessageKey(data: unknown): string {
  return typeof data === "string" && data !== "" ? data : "form:errors.message";
}
