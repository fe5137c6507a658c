/** Signing in by password or by a network, asking who is signed in, and signing out. Spec §7 "Auth". */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { getPathAfterSignIn, type AccessState } from "~/domain/guard";
import { signInForm } from "~/domain/forms/identity";
import { networkSignInForm } from "~/domain/forms/networks";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { PASSWORD_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import { endSession, findSession } from "~/models/session.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context, type Reply } from "../platform/operation.server";
import { runWithinLimits } from "../platform/rate-limits/operation-limits.server";
import { getSignInAccount } from "../people/account.server";
import { toSessionUser, sessionUserShape } from "../people/session-user.server";
import { findByPassword } from "../people/users.server";
import { createBearerToken, hasOwnCookie, rotateSession } from "../identity/sessions.server";
import { completeSignIn, signInResultShape, type SignInResult } from "../identity/complete-sign-in.server";
import { signInByNetwork } from "./network-sign-in.server";

export const signIn = defineOperation({
  name: "signIn",
  method: "POST",
  path: "/api/auth",
  summary: "Sign in with an email address and a password, or with the token that a social network returned.",
  access: { permission: "none" },
  input: z.union([networkSignInForm, signInForm]),
  output: signInResultShape,
  // A token cannot be guessed, and must not use up the tries of a password.
  run: (input, context) =>
    "token" in input
      ? runWithinLimits({ limits: TOKEN_LIMITS, input, context }, () => signInByNetwork(input, context))
      : runWithinLimits({ limits: PASSWORD_LIMITS, input, context }, () => signInByPassword(input, context)),
});

async function signInByPassword(
  given: z.output<typeof signInForm>,
  context: Context,
): Promise<Reply<SignInResult>> {
  const { app } = context;
  const user = await findByPassword(app.store, app.passwords, given);
  if (!user)
    throw new AppError("unauthenticated", "errors:wrong_sign_in", {
      failedAttempt: { event: "wrong_password" },
    });
  const reply = await app.store.transaction(async (store) =>
    completeSignIn(store, context, { user, accountId: await getSignInAccount(store, context, user) }),
  );
  app.outbox.wake();
  return reply;
}

/**
 * Where somebody goes who has just signed in, from the answer that says so: to be asked for their code, else to the
 * page of ours they came for (`next`, as it was sent), else where spec §4 says.
 */
export function getRedirectAfterSignIn(user: SignInResult, next: unknown = ""): string {
  if (user["2fa_required"]) return paths.signInWithCode(user.token, toSafeRedirectPath(next, ""));
  const accessState: AccessState = {
    permission: user.permission,
    isVerified: user.verified,
    isOnboarded: user.onboarded,
    hasPlan: user.plan !== null,
    subscription: null,
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
    "Find out who is signed in, and get a fresh bearer token. Without a session, authenticated is false.",
  access: { permission: "none" },
  acceptsCookie: "alone",
  input: z.object({}),
  output: authShape,
  async run(_input, context) {
    const { app, viewer } = context;
    if (!viewer) return { data: { authenticated: false } };
    const user = await toSessionUser(app.store, viewer);
    // A script's token is its session's own and is not replaced; a browser's is renewed, but only beside its cookie.
    return {
      data: {
        authenticated: true,
        ...user,
        ...(hasOwnCookie(context) && { token: createBearerToken(app, viewer.session) }),
      },
    };
  },
});

export const signOut = defineOperation({
  name: "signOut",
  method: "DELETE",
  path: "/api/auth",
  summary: "Sign out: end this session. A browser's ends by its cookie where the token beside it has died.",
  access: { permission: "user", state: "any" },
  acceptsCookie: "beside_bearer",
  input: z.object({}),
  output: z.object({}),
  async run(_input, context) {
    const { session } = requireViewer(context);
    // A master who acts as another user signs out of that session only.
    if (session.impersonatorId) return endImpersonatedSession(context);
    await endSession(context.app.store, session);
    return { data: {}, session: { kind: "ended" } };
  },
});

/**
 * Ends the session of a master who acts as another user. Their browser gets a new cookie for the session that they came
 * from. A call with a bearer token does not: a stolen token must not lead to a master's session. Throws not_found when the
 * session is the user's own, conflict when it has ended in the meantime.
 */
export async function endImpersonatedSession(context: Context): Promise<Reply<Record<string, never>>> {
  const { session } = requireViewer(context);
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
