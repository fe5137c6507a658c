/**
 * Signing in and signing up by a pending sign-in. A user is found by issuer and subject only: an email from a provider
 * is not verified here, so it must not give access to the user who has it.
 */
import { AppError } from "~/domain/errors";
import { SIGN_UP_LIMITS } from "~/domain/rate-limits";
import type { ShownFactors } from "~/domain/sign-in-factors";
import { findInviteByToken } from "~/models/invite.server";
import { createIdentity, findIdentity, recordIdentityUse, type IdentityRow } from "~/models/identity.server";
import type { Store } from "~/models/store/store";
import { createUnverifiedUser, findUser } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import { acceptInvite, findPlansOfInvite } from "../team/joining.server";
import type { SeatPlans } from "../team/require-seats.server";
import type { Context, Reply } from "../platform/operation.server";
import { getIdentityProviderName } from "../platform/identity-provider-name.server";
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

interface IdentityProviderSignIn {
  token: string;
  /** The user came to sign in, has no account here, and asks for one. */
  signup?: boolean;
  /** The email of a new user whose provider did not share one. */
  email?: string;
}

/** A pending sign-in, and what the page must still ask the user. */
interface IdentityProviderSignInStep {
  pendingSignIn: PendingSignIn;
  isKnown: boolean;
  /** Neither the provider nor an invitation contains the new user's email. */
  needsEmail: boolean;
}

/** Finds the pending sign-in of a token; null for an invalid one. Does not consume it. */
export async function findIdentityProviderSignIn(
  context: Context,
  token: string,
): Promise<IdentityProviderSignInStep | null> {
  const { app } = context;
  const pendingSignIn = await findPendingSignIn(app, token);
  if (!pendingSignIn || pendingSignIn.purpose === "link") return null;
  const isKnown = (await findIdentity(app.store, pendingSignIn)) !== null;
  return { pendingSignIn, isKnown, needsEmail: (await findEmail(app.store, pendingSignIn)) === null };
}

/**
 * Signs in the user of a pending sign-in; a new user who asked for an account gets one first. Throws unauthenticated
 * for an invalid token, and invalid with the field that a new user must still fill in; the token then stays valid.
 */
export async function signInByIdentityProvider(
  input: IdentityProviderSignIn,
  context: Context,
): Promise<Reply<SignInResult>> {
  const step = await findIdentityProviderSignIn(context, input.token);
  if (!step) throw toInvalidTokenError();
  const plans = await findPlansOfInvite(context.app.store, step.pendingSignIn.invite);
  if (step.isKnown)
    return completeIdentityProviderSignIn(context, { token: input.token, email: null, plans });
  const email = await requireEmail(step, input, context);
  requireSignUps(context.app, { isInvited: step.pendingSignIn.invite !== undefined });
  return runWithinLimits({ limits: SIGN_UP_LIMITS, input: { email }, context }, () =>
    completeIdentityProviderSignIn(context, { token: input.token, email, plans }),
  );
}

/** `email` is the new user's email; null for a user who was known when the token was checked. */
async function completeIdentityProviderSignIn(
  context: Context,
  { token, email, plans }: { token: string; email: string | null; plans: SeatPlans },
): Promise<Reply<SignInResult>> {
  const { app } = context;
  return app.store.transaction(async (store) => {
    const pendingSignIn = await consumePendingSignIn(store, app.secrets, token);
    const identity = await findIdentity(store, pendingSignIn);
    if (identity) return signInKnownUser(store, context, { identity, pendingSignIn, plans });
    if (email === null) throw toInvalidTokenError();
    return signUpUser(store, context, { pendingSignIn, email, plans });
  });
}

async function requireEmail(
  { pendingSignIn }: IdentityProviderSignInStep,
  input: IdentityProviderSignIn,
  context: Context,
): Promise<string> {
  const { purpose, invite } = pendingSignIn;
  const isRequested = purpose === "sign_up" || invite !== undefined || input.signup === true;
  if (!isRequested)
    throw new AppError("invalid", "errors:no_sign_in_provider_account", { inputError: "signup" });
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
  {
    identity,
    pendingSignIn,
    plans,
  }: { identity: IdentityRow; pendingSignIn: PendingSignIn; plans: SeatPlans },
): Promise<Reply<SignInResult>> {
  const user = await findUser(store, { id: identity.userId });
  if (!user) throw toInvalidTokenError();
  await recordIdentityUse(store, identity);
  const { invite } = pendingSignIn;
  const accountId = invite
    ? await acceptInvite(store, context, { token: invite, user, plans })
    : await getSignInAccount(store, context, user);
  return completeSignIn(store, context, {
    user,
    accountId,
    isDuplicateUser: invite !== undefined,
    ...toShown(context, pendingSignIn),
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
  await createIdentity(store, { ...pendingSignIn, userId: user.id });
  if (invite) {
    const accountId = await acceptInvite(store, context, { token: invite, user, plans });
    return completeSignIn(store, context, { user, accountId, ...toShown(context, pendingSignIn) });
  }
  const accountId = await createAccountFor(store, context, user);
  await queueVerification(store, context, user);
  return completeSignIn(store, context, { user, accountId, ...toShown(context, pendingSignIn) });
}

function toShown({ app }: Context, { provider }: PendingSignIn): ShownFactors {
  return { factors: ["provider"], provider: getIdentityProviderName(app, provider) };
}
