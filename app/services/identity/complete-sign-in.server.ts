/**
 * Completes a sign-in, however the user has authenticated: by password, email link, invitation, identity provider or passkey. The
 * one place that asks for a second factor.
 */
import * as z from "zod";
import type { Store } from "~/models/store/store";
import { SIGN_IN_FACTORS, type ShownFactors, type SignInFactor } from "~/domain/sign-in-factors";
import { findTwoFactor } from "~/models/two-factor.server";
import type { UserRow } from "~/models/user.server";
import { findViewer } from "~/models/viewer.server";
import { recordDevice } from "./devices.server";
import { recordKnownDevice } from "../platform/rate-limits/known-devices.server";
import type { Context, Reply } from "../platform/operation.server";
import { createAccountFor } from "../users/account.server";
import { updateUserRow } from "../users/users.server";
import { toSessionUser, sessionUserShape } from "../users/session-user.server";
import { saveSignInUses } from "./credentials.server";
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
interface AuthenticatedUser extends ShownFactors {
  user: UserRow;
  /** Null for a new account, which is created when the sign-in is complete. */
  accountId: string | null;
  isDuplicateUser?: boolean;
}

/**
 * Starts a session, or returns a challenge for the second factor first. Every sign-in ends here, so that none skips the
 * second factor. Runs in the caller's transaction.
 */
export async function completeSignIn(
  store: Store,
  context: Context,
  signIn: AuthenticatedUser,
): Promise<Reply<SignInResult>> {
  const { user, factors } = signIn;
  requireOpenSite(context.app, user);
  if (!hasBothFactors(factors) && (await findTwoFactor(store, { userId: user.id }))?.secret)
    return { data: { "2fa_required": true, token: await createChallenge(store, context, signIn) } };
  return startUserSession(store, context, signIn);
}

/**
 * Starts the session of a sign-in that has answered its challenge: `factors` has the second one as well. Runs in the caller's
 * transaction.
 */
export async function completeChallenge(
  store: Store,
  context: Context,
  signIn: AuthenticatedUser,
): Promise<Reply<SignedInUser>> {
  requireOpenSite(context.app, signIn.user);
  if (!hasBothFactors(signIn.factors)) throw new Error("the challenge has no second factor");
  return startUserSession(store, context, signIn);
}

/** A passkey is both, because its authenticator has checked who holds it. A code or a key follows another factor. */
function hasBothFactors(factors: readonly SignInFactor[]): boolean {
  return factors.some((factor) => factor === "passkey" || factor === "code" || factor === "security_key");
}

/** Whether the user has shown something that is theirs alone: a mailed link or a network alone does not count. */
function hasCredential(factors: readonly SignInFactor[]): boolean {
  return factors.some((factor) => factor !== "link" && factor !== "provider");
}

async function startUserSession(
  store: Store,
  context: Context,
  { user, accountId, isDuplicateUser, factors, provider }: AuthenticatedUser,
): Promise<Reply<SignedInUser>> {
  return startSession(store, context, {
    userId: user.id,
    accountId: accountId ?? (await createAccountFor(store, context, user)),
    isDuplicateUser,
    gaveCredential: hasCredential(factors),
    factors,
    provider,
  });
}

/**
 * Starts a session: of a user who has passed every factor, which is a sign-in, or of a master's impersonation, which is
 * none. Runs in the caller's transaction.
 */
export async function startSession(
  store: Store,
  context: Context,
  { factors = [], provider, ...owner }: SessionOwner & Partial<ShownFactors>,
): Promise<Reply<SignedInUser>> {
  const device = owner.impersonatedBy
    ? null
    : await recordSignIn(store, context, { userId: owner.userId, factors, provider });
  const reply = await toSignInReply(store, context, await issueSession(store, context, owner));
  if (owner.impersonatedBy) return reply;
  const { session } = reply;
  const isOfDevice = device !== null && session?.kind === "started";
  return { ...reply, isSignIn: true, ...(isOfDevice && { session: { ...session, device } }) };
}

/** Returns the token by which the browser will be known; null for a script. */
async function recordSignIn(
  store: Store,
  context: Context,
  { userId, ...shown }: { userId: string } & ShownFactors,
): Promise<string | null> {
  await updateUserRow(store, { id: userId }, { lastSignInAt: new Date() });
  await saveSignInUses(store, { userId, factors: shown.factors });
  await recordDevice(store, context, { userId, ...shown });
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

/** The data of a challenge, in addition to its user and account. The version before has not said which factor it follows. */
export const challengeDataShape = z.object({
  isDuplicateUser: z.boolean(),
  factors: z.array(z.enum(SIGN_IN_FACTORS)).default([]),
  provider: z.string().optional(),
});

function createChallenge(
  store: Store,
  context: Context,
  { user, accountId, isDuplicateUser = false, factors, provider }: AuthenticatedUser,
): Promise<string> {
  const data: z.infer<typeof challengeDataShape> = { isDuplicateUser, factors: [...factors], provider };
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
