/**
 * Signing in and signing up by a pending sign-in. A user is found by network and subject only: an email from a network
 * is not verified here, so it must not give access to the user who has it.
 */
import { AppError } from "~/domain/errors";
import { SIGN_UP_LIMITS } from "~/domain/rate-limits";
import { findInviteByToken } from "~/models/invite.server";
import { createSocialLogin, findSocialLogin, type SocialLoginRow } from "~/models/social-login.server";
import type { Store } from "~/models/store/store";
import { createUnverifiedUser, findUser, type UserRow } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import { acceptInvite, findPlansOfInvite } from "../team/joining.server";
import type { SeatPlans } from "../team/require-seats.server";
import type { Context, Reply } from "../platform/operation.server";
import { runWithinLimits } from "../platform/rate-limits/operation-limits.server";
import { getSignInAccount, createAccountFor } from "../users/account.server";
import { requireSignUps } from "../platform/site/site-rules.server";
import { completeSignIn, type SignInResult } from "../identity/complete-sign-in.server";
import { queueVerification } from "../identity/verification.server";
import {
  consumePendingSignIn,
  findPendingSignIn,
  toInvalidTokenError,
  type PendingSignIn,
} from "./pending-sign-in.server";

interface NetworkSignIn {
  token: string;
  /** The user came to sign in, has no account here, and asks for one. */
  signup?: boolean;
  /** The email of a new user whose network did not share one. */
  email?: string;
}

/** A pending sign-in, and what the page must still ask the user. */
interface NetworkSignInStep {
  pendingSignIn: PendingSignIn;
  isKnown: boolean;
  /** Neither the network nor an invitation contains the new user's email. */
  needsEmail: boolean;
}

/** Finds the pending sign-in of a token; null for an invalid one. Does not consume it. */
export async function findNetworkSignIn(context: Context, token: string): Promise<NetworkSignInStep | null> {
  const { app } = context;
  const pendingSignIn = await findPendingSignIn(app, token);
  if (!pendingSignIn || pendingSignIn.purpose === "link") return null;
  const isKnown = (await findLogin(app.store, pendingSignIn)) !== null;
  return { pendingSignIn, isKnown, needsEmail: (await findEmail(app.store, pendingSignIn)) === null };
}

/**
 * Signs in the user of a pending sign-in; a new user who asked for an account gets one first. Throws unauthenticated
 * for an invalid token, and invalid with the field that a new user must still fill in; the token then stays valid.
 */
export async function signInByNetwork(input: NetworkSignIn, context: Context): Promise<Reply<SignInResult>> {
  const step = await findNetworkSignIn(context, input.token);
  if (!step) throw toInvalidTokenError();
  const plans = await findPlansOfInvite(context.app.store, step.pendingSignIn.invite);
  if (step.isKnown) return completeNetworkSignIn(context, { token: input.token, email: null, plans });
  const email = await requireEmail(step, input, context);
  requireSignUps(context.app, { isInvited: step.pendingSignIn.invite !== undefined });
  return runWithinLimits({ limits: SIGN_UP_LIMITS, input: { email }, context }, () =>
    completeNetworkSignIn(context, { token: input.token, email, plans }),
  );
}

/** `email` is the new user's email; null for a user who was known when the token was checked. */
async function completeNetworkSignIn(
  context: Context,
  { token, email, plans }: { token: string; email: string | null; plans: SeatPlans },
): Promise<Reply<SignInResult>> {
  const { app } = context;
  return app.store.transaction(async (store) => {
    const pendingSignIn = await consumePendingSignIn(store, app.secrets, token);
    const login = await findLogin(store, pendingSignIn);
    if (login) return signInKnownUser(store, context, { login, pendingSignIn, plans });
    if (email === null) throw toInvalidTokenError();
    return signUpUser(store, context, { pendingSignIn, email, plans });
  });
}

/** Finds the login of a network's user; null when there is none. */
export function findLogin(
  store: Store,
  { network, subject }: Pick<PendingSignIn, "network" | "subject">,
): Promise<SocialLoginRow | null> {
  return findSocialLogin(store, { provider: network, subject });
}

async function requireEmail(
  { pendingSignIn }: NetworkSignInStep,
  input: NetworkSignIn,
  context: Context,
): Promise<string> {
  const { purpose, invite } = pendingSignIn;
  const isRequested = purpose === "sign_up" || invite !== undefined || input.signup === true;
  if (!isRequested) throw new AppError("invalid", "errors:no_network_account", { inputError: "signup" });
  const email = (await findEmail(context.app.store, pendingSignIn)) ?? input.email;
  if (!email) throw new AppError("invalid", "form:email_required", { inputError: "email" });
  return email;
}

/** With an invitation, the email that it was sent to counts, because its link verifies that email and no other. */
async function findEmail(store: Store, { invite, email }: PendingSignIn): Promise<string | null> {
  if (invite === undefined) return email;
  return (await findInviteByToken(store, { tokenHash: hashToken(invite) }))?.email ?? null;
}

async function signInKnownUser(
  store: Store,
  context: Context,
  { login, pendingSignIn, plans }: { login: SocialLoginRow; pendingSignIn: PendingSignIn; plans: SeatPlans },
): Promise<Reply<SignInResult>> {
  const user = await findUser(store, { id: login.userId });
  if (!user) throw toInvalidTokenError();
  const { invite } = pendingSignIn;
  const accountId = invite
    ? await acceptInvite(store, context, { token: invite, user, plans })
    : await getSignInAccount(store, context, user);
  return completeSignIn(store, context, {
    user,
    accountId,
    isDuplicateUser: invite !== undefined,
    factors: ["provider"],
  });
}

/** The new user's email is unverified, as after any sign-up, unless an invitation has verified it. */
async function signUpUser(
  store: Store,
  context: Context,
  { pendingSignIn, email, plans }: { pendingSignIn: PendingSignIn; email: string; plans: SeatPlans },
): Promise<Reply<SignInResult>> {
  const { name, invite } = pendingSignIn;
  const { locale } = context;
  const user = await createUnverifiedUser(store, { name, email, passwordHash: null, locale });
  await insertLogin(store, pendingSignIn, user);
  if (invite) {
    const accountId = await acceptInvite(store, context, { token: invite, user, plans });
    return completeSignIn(store, context, { user, accountId, factors: ["provider"] });
  }
  const accountId = await createAccountFor(store, context, user);
  await queueVerification(store, context, user);
  return completeSignIn(store, context, { user, accountId, factors: ["provider"] });
}

/** Connects the network's user to the user. Throws DuplicateError when another user is connected already. */
export async function insertLogin(
  store: Store,
  { network, subject }: Pick<PendingSignIn, "network" | "subject">,
  user: Pick<UserRow, "id">,
): Promise<void> {
  await createSocialLogin(store, { userId: user.id, provider: network, subject });
}
