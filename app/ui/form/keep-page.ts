/** Keeps the page when the server of its form cannot be reached, or responds with something other than a reply. */
import {
  isRouteErrorResponse,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import type { FormRefused, FormReply } from "~/domain/forms/reply";
import { noteReachable, noteUnreachable } from "../reachability";

/** The reply when the server cannot be reached. */
export const UNREACHABLE: FormRefused = { ok: false, status: 0, message: "form:errors.offline" };

/**
 * A route's `clientAction`: turns a failed request into a rejection for the central handler. Without it Remix would
 * replace the page, and everything typed into it, with the error page. Redirects pass through.
 */
export async function clientAction({
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
 * Every page's `shouldRevalidate`. A rejected request has changed no data; and reloading the data from a server that
 * cannot be reached would replace the page with the error page after all.
 */
export function shouldRevalidate({ actionStatus = 200 }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus < 400;
}

/** A response whose status says that the action failed; `shouldRevalidate` reads it. */
function createFailureResponse(reply: FormRefused): Response {
  return Response.json(reply, { status: reply.status >= 400 ? reply.status : 503 });
}

function toMessageKey(data: unknown): string {
  return typeof data === "string" && data !== "" ? data : "form:errors.message";
}
