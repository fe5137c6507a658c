/** What every way of signing in ends with: a session, and the session user on the wire. */
import { z } from "zod";
import type { Store } from "~/models/store/store";
import type { Context, Reply } from "./operation.server";
import { sessionUserOf, sessionUserShape } from "./people.server";
import { startSession } from "./sessions.server";
import { viewerOf } from "./viewer.server";

export const signedInShape = sessionUserShape.extend({ token: z.string(), "2fa_required": z.literal(false) });
export type SignedIn = z.infer<typeof signedInShape>;

/** Begins the session of a proved person and answers with who they are. Runs in the caller's transaction. */
export async function signedIn(
  store: Store,
  context: Context,
  person: { userId: string; accountId: string; isDuplicateUser?: boolean },
): Promise<Reply<SignedIn>> {
  const { token, sessionId, change } = await startSession(store, context, person);
  const row = await store.findViewer({ sessionId });
  if (!row) throw new Error("the session that was just begun is not there");
  const user = await sessionUserOf(store, viewerOf(row));
  return { data: { ...user, token, "2fa_required": false }, ...(change && { session: change }) };
}
