/** Signing in by password, asking who is signed in, and signing out. Spec §7 "Auth". */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { afterSignIn } from "~/domain/guard";
import { signInForm } from "~/domain/forms/identity";
import { PASSWORD_LIMITS } from "~/domain/rate-limits";
import { operation } from "./operation.server";
import { accountAtSignIn, findByPassword, sessionUserOf, sessionUserShape } from "./people.server";
import { bearerFor, endSession } from "./sessions.server";
import { signedIn, signedInShape, type SignedIn } from "./signed-in.server";

export const signIn = operation({
  name: "signIn",
  method: "POST",
  path: "/api/auth",
  summary: "Sign in with an address and a password.",
  access: { permission: "none" },
  input: signInForm,
  output: signedInShape,
  limits: PASSWORD_LIMITS,
  async run(input, context) {
    const { app } = context;
    const user = await findByPassword(app.store, app.passwords, input);
    if (!user) throw new AppError("unauthenticated", "errors:wrong_sign_in");
    return app.store.transaction(async (store) => {
      await store.update("users", { id: user.id }, { lastSignInAt: new Date() });
      return signedIn(store, context, { userId: user.id, accountId: await accountAtSignIn(store, user) });
    });
  },
});

/** Where somebody goes who has just signed in, from the answer that says so. Spec §4. */
export function afterSignInOf(user: SignedIn): string {
  return afterSignIn({
    permission: user.permission,
    isVerified: user.verified,
    isOnboarded: user.onboarded,
    hasPlan: user.plan !== null,
    subscription: null,
  });
}

const authShape = z
  .object({ authenticated: z.boolean() })
  .and(sessionUserShape.extend({ token: z.string() }).partial());

export const checkAuth = operation({
  name: "checkAuth",
  method: "GET",
  path: "/api/auth",
  summary: "Ask who is signed in, and get a fresh bearer token. A stranger gets authenticated: false.",
  access: { permission: "none" },
  acceptsCookie: true,
  input: z.object({}),
  output: authShape,
  async run(_input, { app, viewer, isByCookie }) {
    if (!viewer) return { data: { authenticated: false } };
    const user = await sessionUserOf(app.store, viewer);
    // A script's token is its session's own and is not replaced; a browser's is renewed, but only beside its cookie.
    return {
      data: { authenticated: true, ...user, ...(isByCookie && { token: bearerFor(app, viewer.session) }) },
    };
  },
});

export const signOut = operation({
  name: "signOut",
  method: "DELETE",
  path: "/api/auth",
  summary: "Sign out: end this session.",
  access: { permission: "none" },
  input: z.object({}),
  output: z.object({}),
  async run(_input, { app, viewer }) {
    if (viewer) await endSession(app.store, viewer.session);
    return { data: {}, session: { kind: "ended" } };
  },
});
