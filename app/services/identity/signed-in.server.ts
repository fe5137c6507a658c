/** What every way of signing in ends with: a session, or first the question for the second factor. */
import { z } from "zod";
import type { Store } from "~/models/store/store";
import { findTwoFactor } from "~/models/two-factor.server";
import { updateUser, type UserRow } from "~/models/user.server";
import { rememberDevice } from "./devices.server";
import { rememberBrowser } from "./known-devices.server";
import type { Context, Reply } from "../operation.server";
import { createAccountOf, sessionUserOf, sessionUserShape } from "../profile/people.server";
import { moveSession, startSession, type SessionOf, type StartedSession } from "./sessions.server";
import { issueToken } from "./tokens.server";
import { viewerOf } from "../viewer.server";

export const signedInShape = sessionUserShape.extend({ token: z.string(), "2fa_required": z.literal(false) });
export type SignedIn = z.infer<typeof signedInShape>;

/** The way in goes on at POST /api/auth/otp, with this token as `jwt`. Spec §7. */
const needsCodeShape = z.object({ "2fa_required": z.literal(true), token: z.string() });
export type NeedsCode = z.infer<typeof needsCodeShape>;

export const letInShape = z.union([signedInShape, needsCodeShape]);
export type LetIn = SignedIn | NeedsCode;

/** Somebody who has proved by a password, a link or a network who they are, and where they are going. */
export interface Proved {
  user: UserRow;
  /** Null for a new account, which is made when nothing more is asked of them. */
  accountId: string | null;
  isDuplicateUser?: boolean;
}

/**
 * Lets a proved person in, or asks for their code first when they have two-factor on. Every way of signing in ends
 * here, so that none goes around the second factor. Runs in the caller's transaction.
 */
export async function letIn(
  store: Store,
  context: Context,
  { user, accountId, isDuplicateUser = false }: Proved,
): Promise<Reply<LetIn>> {
  const factor = await findTwoFactor(store, { userId: user.id });
  if (!factor?.secret) {
    const account = accountId ?? (await createAccountOf(store, context, user));
    return signedIn(store, context, { userId: user.id, accountId: account, isDuplicateUser });
  }
  const token = await issueToken(store, context.app.secrets, {
    kind: "otp",
    userId: user.id,
    email: user.email,
    ...(accountId !== null && { accountId }),
    data: { isDuplicateUser },
  });
  return { data: { "2fa_required": true, token } };
}

/** Begins the session of somebody of whom nothing more is asked. Runs in the caller's transaction. */
export async function signedIn(
  store: Store,
  context: Context,
  person: { userId: string; accountId: string; isDuplicateUser?: boolean },
): Promise<Reply<SignedIn>> {
  await updateUser(store, { id: person.userId }, { lastSignInAt: new Date() });
  await rememberDevice(store, context, person.userId);
  const device = await rememberBrowser(store, context, person.userId);
  const reply = await enterAccount(store, context, person);
  if (device === null || reply.session?.kind !== "started") return reply;
  return { ...reply, session: { ...reply.session, device } };
}

/** Begins a session in an account, or as somebody else. Runs in the caller's transaction. */
export async function enterAccount(
  store: Store,
  context: Context,
  person: SessionOf,
): Promise<Reply<SignedIn>> {
  return replyFor(store, await startSession(store, context, person));
}

/** Goes on in another account of one's own, in the session that there is. Runs in the caller's transaction. */
export async function goOver(
  store: Store,
  context: Context,
  to: { accountId: string; isDuplicateUser: boolean },
): Promise<Reply<SignedIn>> {
  return replyFor(store, await moveSession(store, context, to));
}

async function replyFor(
  store: Store,
  { token, sessionId, change }: StartedSession,
): Promise<Reply<SignedIn>> {
  const row = await store.findViewer({ sessionId });
  if (!row) throw new Error("the session that was just begun is not there");
  const user = await sessionUserOf(store, viewerOf(row));
  return { data: { ...user, token, "2fa_required": false }, ...(change && { session: change }) };
}
