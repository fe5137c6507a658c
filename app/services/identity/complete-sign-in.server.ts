/** Completes a sign-in, however the user has authenticated: by password, email link, invitation or social network. */
import * as z from "zod";
import type { Store } from "~/models/store/store";
import { findTwoFactor } from "~/models/two-factor.server";
import type { UserRow } from "~/models/user.server";
import { findViewer } from "~/models/viewer.server";
import { recordDevice } from "./devices.server";
import { recordKnownDevice } from "../platform/rate-limits/known-devices.server";
import type { Context, Reply } from "../platform/operation.server";
import { createAccountFor } from "../users/account.server";
import { updateUserRow } from "../users/users.server";
import { toSessionUser, sessionUserShape } from "../users/session-user.server";
import { issueSession, moveSessionToAccount, type SessionOwner, type IssuedSession } from "./sessions.server";
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
interface AuthenticatedUser {
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

/**
 * Starts a session: of a user who has passed every factor, which is a sign-in, or of a master's impersonation, which is
 * none. Runs in the caller's transaction.
 */
export async function startSession(
  store: Store,
  context: Context,
  owner: SessionOwner,
): Promise<Reply<SignedInUser>> {
  const device = owner.impersonatedBy ? null : await recordSignIn(store, context, owner.userId);
  const reply = await toSignInReply(store, context, await issueSession(store, context, owner));
  if (owner.impersonatedBy) return reply;
  const { session } = reply;
  const isOfDevice = device !== null && session?.kind === "started";
  return { ...reply, isSignIn: true, ...(isOfDevice && { session: { ...session, device } }) };
}

/** Returns the token by which the browser will be known; null for a script. */
async function recordSignIn(store: Store, context: Context, userId: string): Promise<string | null> {
  await updateUserRow(store, { id: userId }, { lastSignInAt: new Date() });
  await recordDevice(store, context, userId);
  return recordKnownDevice(store, context, userId);
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
  { token, sessionId, change }: IssuedSession,
): Promise<Reply<SignedInUser>> {
  const row = await findViewer(store, { sessionId });
  if (!row) throw new Error("the session that has just started was not found");
  const user = await toSessionUser(store, toViewer(row), locale);
  return { data: { ...user, token, "2fa_required": false }, session: change };
}
