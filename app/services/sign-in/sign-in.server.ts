/** Signing in by password or by an identity provider, reading the current session, and signing out. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { getPathAfterSignIn, type AccessState } from "~/domain/guard";
import { signInForm } from "~/domain/forms/identity";
import { identityProviderSignInForm } from "~/domain/forms/identity-providers";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { PASSWORD_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import { endSession, findSession } from "~/models/session.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireSession, type Context, type Reply } from "../platform/operation.server";
import { runWithinLimits } from "../platform/rate-limits/operation-limits.server";
import { getSignInAccount } from "../users/account.server";
import { toSessionUser, sessionUserShape } from "../users/session-user.server";
import { findByPassword } from "../users/users.server";
import { hasOwnCookie } from "../platform/access.server";
import { createBearerToken, rotateSession } from "../identity/sessions.server";
import { mayAddPasskey } from "../identity/passkey-views.server";
import { completeSignIn, signInResultShape, type SignInResult } from "../identity/complete-sign-in.server";
import { signInByIdentityProvider } from "./identity-provider-sign-in.server";

export const signIn = defineOperation({
  name: "signIn",
  method: "POST",
  path: "/api/auth",
  summary:
    "Sign in with an email address and a password, or with the token that an identity provider returned.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: z.union([identityProviderSignInForm, signInForm]),
  output: signInResultShape,
  // A token cannot be guessed, so it must not count towards the limits of passwords.
  run: (input, context) =>
    "token" in input
      ? runWithinLimits({ limits: TOKEN_LIMITS, input, context }, () =>
          signInByIdentityProvider(input, context),
        )
      : runWithinLimits({ limits: PASSWORD_LIMITS, input, context }, () => signInByPassword(input, context)),
});

async function signInByPassword(
  given: z.output<typeof signInForm>,
  context: Context,
): Promise<Reply<SignInResult>> {
  const { app } = context;
  const user = await findByPassword(app.store, app.passwords, given);
  if (!user)
    // At one field, and the same for an unknown email.
    throw new AppError("unauthenticated", "errors:wrong_sign_in", {
      inputError: "password",
      failedAttempt: { event: "wrong_password" },
    });
  const reply = await app.store.transaction(async (store) =>
    completeSignIn(store, context, {
      user,
      accountId: await getSignInAccount(store, context, user),
      factors: ["password"],
    }),
  );
  return reply.isSignIn && (await mayAddPasskey(app, user)) ? { ...reply, offersPasskey: true } : reply;
}

/**
 * Returns the path after a sign-in: the page that asks for the code, or the product's page that the user came for
 * (`next`, as the request contains it), or the page that their access state leads to.
 */
export function getRedirectAfterSignIn(user: SignInResult, next: unknown = ""): string {
  if (user["2fa_required"]) return paths.signInWithCode(user.token, toSafeRedirectPath(next, ""));
  const accessState: AccessState = {
    permission: user.permission,
    // An answer does not say a master's membership, and no page that a sign-in leads to depends on it.
    role: user.permission === "master" ? "user" : user.permission,
    isVerified: user.verified,
    isOnboarded: user.onboarded,
    hasPlan: user.plan !== null,
    subscription: null,
    isOverLimit: false,
  };
  return toSafeRedirectPath(next, getPathAfterSignIn(accessState));
}

const authShape = z
  .object({ authenticated: z.boolean() })
  .and(sessionUserShape.extend({ token: z.string() }).partial());

export const checkAuth = defineOperation({
  name: "checkAuth",
  method: "GET",
  path: "/api/auth",
  summary:
    "Find out who is signed in, and with which bearer token. A browser gets a fresh token by its cookie, and a program " +
    "the token that it has sent. Without a session, authenticated is false.",
  access: { permission: "none" },
  acceptsCookie: "alone",
  input: z.object({}),
  output: authShape,
  async run(_input, context) {
    const { app } = context;
    if (!context.viewer) return { data: { authenticated: false } };
    const viewer = requireSession(context);
    const user = await toSessionUser(app.store, viewer, context.locale);
    // A script keeps the token of its session. A browser gets a new one, if the request contains its cookie.
    const token = hasOwnCookie(context) ? createBearerToken(app, viewer.session) : context.scriptToken;
    return { data: { authenticated: true, ...user, token } };
  },
});

export const signOut = defineOperation({
  name: "signOut",
  method: "DELETE",
  path: "/api/auth",
  summary: "Sign out: end this session. A browser's ends by its cookie where the token beside it has died.",
  access: { permission: "user", state: "any" },
  needsOwnSession: false,
  acceptsCookie: "with_bearer",
  auditsItself: true,
  input: z.object({}),
  output: z.object({}),
  async run(_input, context) {
    const { session } = requireSession(context);
    // A master who impersonates a user ends only the impersonation.
    if (session.impersonatorId) return endImpersonatedSession(context);
    await endSession(context.app.store, session);
    return { data: {}, session: { kind: "ended" } };
  },
});

/**
 * Ends an impersonation. The master's browser gets a new cookie for the session that it came from. A request with a
 * bearer token only does not: a stolen token must not give access to a master's session. Throws not_found when the
 * session is no impersonation, conflict when it has ended in the meantime.
 */
export async function endImpersonatedSession(context: Context): Promise<Reply<Record<string, never>>> {
  const { session } = requireSession(context);
  const { impersonatorId, parentId } = session;
  if (!impersonatorId || !parentId) throw new AppError("not_found", "errors:not_found");
  const back = await context.app.store.transaction(async (store) => {
    if (!(await endSession(store, session))) throw new AppError("conflict", "errors:conflict");
    await recordAudit(store, context, { action: "impersonation_ended" });
    const parent = await findSession(store, { id: parentId, userId: impersonatorId });
    return parent ? rotateSession(store, context, parent) : undefined;
  });
  return { data: {}, session: back ?? { kind: "ended" } };
}
