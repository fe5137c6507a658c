/** What the server said of a form that the browser sent without scripts. */
import { useActionData, useRouteLoaderData } from "@remix-run/react";
import type { FormReply } from "~/domain/forms/reply";
import type { RootData } from "~/domain/root-data";

/** The reply that came with the page: from its own action, or left by another one for the form of this name. */
export function usePosted(name: string | undefined): FormReply | undefined {
  const posted = useActionData<FormReply>();
  const left = useRouteLoaderData<RootData>("root")?.refused ?? undefined;
  const reply = posted ?? left;
  return reply?.form === undefined || reply.form === name ? reply : undefined;
}
