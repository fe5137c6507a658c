/** Completes a sign-in, however the user has authenticated: by password, email link, invitation or social network. */
import * as z from "zod";
import type { Store } from "~/models/store/store";
import { findTwoFactor } from "~/models/two-factor.server";
import type { UserRow } from "~/models/user.server";
import { recordDevice } from "./devices.server";
import { recordKnownDevice } from "../platform/rate-limits/known-devices.server";
import type { Context, Reply } from "../platform/operation.server";
import { createAccountFor } from "../people/account.server";
import { updateUserRow } from "../people/users.server";
import { toSessionUser, sessionUserShape } from "../people/session-user.server";
import {
  issueSession,
  moveSessionToAccount,
  type SessionOwner,
  type StartedSession,
} from "./sessions.server";
import { issueToken } from "./tokens.server";
import { requireOpenSite } from "../platform/site/site-rules.server";
import { toViewer } from "../platform/viewer.server";

export const signedInUserShape = sessionUserShape.extend({
  token: z.string(),
  "2fa_required": z.literal(false),
});
export type SignedInUser = z.infer<typeof signedInUserShape>;

/** The sign-in continues at POST /api/auth/otp, with this token as `jwt`. */
const challengeShape = z.object({ "2fa_required": z.literal(true), token: z.string() });

export const signInResultShape = z.union([signedInUserShape, challengeShape]);
export type SignInResult = z.infer<typeof signInResultShape>;

/** A user who has authenticated by their first factor, and the account they sign in to. */
export interface AuthenticatedUser {
  user: UserRow;
  /** Null for a new account, which is created when the sign-in is complete. */
  accountId: string | null;
  isDuplicateUser?: boolean;
  /** The first factor was their password, and not a mailed link or a network. */
  gaveCredential: boolean;
}

/**
 * Starts a session, or returns a challenge for the second factor first. Every sign-in ends here, so that none skips the
 * second factor. Runs in the caller's transaction.
 */
export async function completeSignIn(
  store: Store,
  context: Context,
  { user, accountId, isDuplicateUser = false, gaveCredential }: AuthenticatedUser,
): Promise<Reply<SignInResult>> {
  requireOpenSite(context.app, user);
  const factor = await findTwoFactor(store, { userId: user.id });
  if (factor?.secret) {
    const token = await createChallenge(store, context, { user, accountId, isDuplicateUser });
    return { data: { "2fa_required": true, token } };
  }
  const account = accountId ?? (await createAccountFor(store, context, user));
  return startSession(store, context, {
    userId: user.id,
    accountId: account,
    isDuplicateUser,
    gaveCredential,
  });
}

/** Starts the session of a user who has passed every factor. Runs in the caller's transaction. */
export async function startSession(
  store: Store,
  context: Context,
  owner: Omit<SessionOwner, "impersonatedBy">,
): Promise<Reply<SignedInUser>> {
  await updateUserRow(store, { id: owner.userId }, { lastSignInAt: new Date() });
  await recordDevice(store, context, owner.userId);
  const device = await recordKnownDevice(store, context, owner.userId);
  const started = await startSessionIn(store, context, owner);
  const reply = { ...started, isSignIn: true } as const;
  if (device === null || reply.session?.kind !== "started") return reply;
  return { ...reply, session: { ...reply.session, device } };
}

/** Starts a session without a sign-in, as for a master's impersonation. Runs in the caller's transaction. */
export async function startSessionIn(
  store: Store,
  context: Context,
  owner: SessionOwner,
): Promise<Reply<SignedInUser>> {
  return toSignInReply(store, context, await issueSession(store, context, owner));
}

/** Continues the session in another account of the user. Runs in the caller's transaction. */
export async function switchToAccount(
  store: Store,
  context: Context,
  to: { accountId: string; isDuplicateUser: boolean },
): Promise<Reply<SignedInUser>> {
  return toSignInReply(store, context, await moveSessionToAccount(store, context, to));
}

/** The data of a challenge, in addition to its user and account. */
export const challengeDataShape = z.object({ isDuplicateUser: z.boolean() });

function createChallenge(
  store: Store,
  context: Context,
  { user, accountId, isDuplicateUser }: Required<Omit<AuthenticatedUser, "gaveCredential">>,
): Promise<string> {
  const data: z.infer<typeof challengeDataShape> = { isDuplicateUser };
  return issueToken(store, context.app.secrets, {
    kind: "otp",
    userId: user.id,
    email: user.email,
    ...(accountId !== null && { accountId }),
    data,
  });
}

async function toSignInReply(
  store: Store,
  { locale }: Context,
  { token, sessionId, change }: StartedSession,
): Promise<Reply<SignedInUser>> {
  const row = await store.findViewer({ sessionId });
  if (!row) throw new Error("the session that has just started was not found");
  const user = await toSessionUser(store, toViewer(row), locale);
  return { data: { ...user, token, "2fa_required": false }, ...(change && { session: change }) };
}
