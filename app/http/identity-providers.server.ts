/**
 * Signing in by an identity provider: the redirect to it and the callback (RFC 6749 section 4.1). Both are GET requests and
 * change only a cookie of the browser, which binds the callback and then the pending sign-in to this browser.
 */
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { AuthorizationError } from "remix-auth";
import { getPathAfterSignIn } from "~/domain/guard";
import { TOKEN_LIVES_MS, URL_MAX_LENGTH } from "~/domain/limits";
import { toSafeRedirectPath, paths, type SignInQuery } from "~/domain/paths";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { hashToken } from "~/crypto/secrets.server";
import {
  getIdentityProviderState,
  parseAuthorizationRequest,
  recordIdentityProviderFailure,
  type AuthorizationRequest,
  type IdentityProviderFailure,
  type IdentityProfile,
} from "~/services/sign-in/authorization-request.server";
import { createPendingSignIn } from "~/services/sign-in/pending-sign-in.server";
import type { Viewer } from "~/services/platform/viewer.server";
import {
  authenticateCallback,
  authenticateByIdentityProvider,
  createAuthorizationStorage,
} from "./authenticator.server";
import { limitCallbacks } from "./callback-limit.server";
import { serializeLastWay } from "./last-way.server";
import { handleLoader, type PageContext } from "./loader.server";
import { redirectWithError } from "./reply.server";
import { finishTrial, isTrial, isTrialRequest, startTrial } from "./setup-trial.server";

/** Keys of the session, besides the keys of the strategies. */
const AUTHORIZATION_REQUEST = "authorizationRequest";
const PENDING_TOKEN_HASH = "pendingTokenHash";

/** Of a browser that has kept none. */
const SIGN_IN: AuthorizationRequest = { purpose: "sign_in" };

/** GET /auth/{provider}: redirects to the provider, with `?signup=1`, `?invite=`, `?link=1`, `?setup=1` or nothing. */
export function redirectToIdentityProvider(args: LoaderFunctionArgs): Promise<never> {
  return handleLoader(args, paths.identityProvider, async (context): Promise<never> => {
    const provider = requireIdentityProvider(context);
    const { app, url } = context;
    const home = new URL(app.config.appUrl);
    // The provider redirects back to the host of APP_URL, and only that host gets the cookie. This machine has several names.
    if (!app.config.isAppUrlGiven && url.host !== home.host) {
      throw redirect(home.origin + url.pathname.replace(/\.data$/, "") + url.search);
    }
    const storage = createAuthorizationStorage(app);
    const session = await storage.getSession();
    if (await isTrialRequest(context)) startTrial(session, provider);
    else session.set(AUTHORIZATION_REQUEST, await createAuthorizationRequest(context));
    requireIdentityProviderOn(provider, context);
    const headers = { Cookie: await storage.commitSession(session) };
    const request = new Request(home.origin + paths.toIdentityProvider(provider), { headers });
    const { purpose, next } = parseAuthorizationRequest(session.get(AUTHORIZATION_REQUEST)) ?? SIGN_IN;
    const authenticate = () => authenticateByIdentityProvider(provider, { request, context: args.context });
    if (isTrial(session, provider)) throw await finishTrial(context, provider, authenticate);
    await authenticateOrFail(context, { provider, authorizationRequest: { purpose, next } }, authenticate);
    throw new Error("the strategy did not redirect to its provider");
  });
}

/** GET /auth/{provider}/callback: redirects to the page where the user confirms the pending sign-in. */
export function handleCallback(args: LoaderFunctionArgs): Promise<never> {
  return handleLoader(args, paths.identityProviderCallbackPage, async (context): Promise<never> => {
    const { app } = context;
    const provider = requireIdentityProvider(context);
    await limitCallbacks(context);
    requireIdentityProviderOn(provider, context);
    const storage = createAuthorizationStorage(app);
    const kept = await storage.getSession(context.request.headers.get("Cookie"));
    const authenticate = () => authenticateCallback(args, context, provider);
    if (isTrial(kept, provider)) throw await finishTrial(context, provider, authenticate);
    const authorizationRequest = parseAuthorizationRequest(kept.get(AUTHORIZATION_REQUEST)) ?? SIGN_IN;
    const profile = await authenticateOrFail(context, { provider, authorizationRequest }, authenticate);
    const token = await createPendingSignIn(app, { provider, profile, authorizationRequest });
    const { purpose, next } = authorizationRequest;
    const to =
      purpose === "link"
        ? paths.linkIdentityProviderWith(token)
        : paths.signInByIdentityProvider(provider, { token, next });
    // A new session, because the state has been used.
    const session = await storage.getSession();
    session.set(PENDING_TOKEN_HASH, hashToken(token));
    const maxAge = TOKEN_LIVES_MS.social / 1000;
    const headers = new Headers({ "Set-Cookie": await storage.commitSession(session, { maxAge }) });
    if (purpose !== "link") headers.append("Set-Cookie", serializeLastWay(context, provider));
    throw redirect(to, { headers });
  });
}

/**
 * Returns the token when this browser received it from the callback, and "" otherwise. Without this check, a link with
 * another user's token would sign in its reader as that user.
 */
export async function readPendingToken({ app, request }: PageContext, token: unknown): Promise<string> {
  const session = await createAuthorizationStorage(app).getSession(request.headers.get("Cookie"));
  return typeof token === "string" && session.get(PENDING_TOKEN_HASH) === hashToken(token) ? token : "";
}

/** Keeps the query string of the sign-in page after a provider has not signed the user in. */
export function toSignInQuery(viewer: Viewer | null, next: string | undefined): SignInQuery {
  return { next: next === "" ? undefined : next, again: viewer ? "1" : undefined };
}

function requireIdentityProvider({ app, params }: PageContext): string {
  const id = params.network ?? "";
  if (!app.identityProviders.has(id)) throw redirect(paths.notFound);
  return id;
}

function requireIdentityProviderOn(provider: string, context: PageContext): void {
  if (getIdentityProviderState(context, provider) !== "off") return;
  throw redirectWithError(context, { to: paths.signIn, message: "errors:sign_in_provider_off" });
}

async function createAuthorizationRequest(context: PageContext): Promise<AuthorizationRequest> {
  const { searchParams } = context.url;
  if (searchParams.get("link") === "1") return createLinkRequest(context);
  const { viewer } = context;
  const isSigningUp = searchParams.get("signup") === "1";
  // A signed-in user has an account. Reauthentication comes without `signup`.
  if (viewer && isSigningUp) throw redirect(getPathAfterSignIn(viewer.accessState));
  const [invite, next] = [searchParams.get("invite"), toSafeRedirectPath(searchParams.get("next"), "")];
  return {
    purpose: isSigningUp ? "sign_up" : "sign_in",
    // Browsers drop a cookie of more than 4096 bytes. No token is longer than 200 characters.
    invite: invite === null ? undefined : encodeURIComponent(invite).slice(0, 200),
    next: next.length > URL_MAX_LENGTH ? "" : next,
  };
}

async function createLinkRequest(context: PageContext): Promise<AuthorizationRequest> {
  const { viewer, app } = context;
  if (!viewer) throw redirect(paths.signIn);
  if (viewer.session.impersonatorId !== null) {
    throw redirectWithError(context, { to: paths.security, message: "errors:not_while_impersonating" });
  }
  // The page after the callback asks for a password or a code, and a pending sign-in expires too soon to set one first.
  const { isRecent, method, hasPasskey } = await readReauthentication(app.store, viewer);
  if (!isRecent && method === "none" && !hasPasskey) throw redirect(paths.password);
  return { purpose: "link", userId: viewer.user.id };
}

interface Callback {
  provider: string;
  authorizationRequest: AuthorizationRequest;
}

/** Returns the profile of the user at the provider. Throws a redirect when the provider has not signed them in. */
async function authenticateOrFail(
  context: PageContext,
  callback: Callback,
  authenticate: () => Promise<IdentityProfile>,
): Promise<IdentityProfile> {
  try {
    return await authenticate();
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const { reason } = recordIdentityProviderFailure(context.app, callback.provider, error.cause);
    throw await redirectAfterFailure(context, callback, reason);
  }
}

/**
 * Redirects after a sign-in that failed at the provider. The state has been used, so the session ends; a callback with
 * another state has used nothing, and leaves the session to the tab that it belongs to.
 */
async function redirectAfterFailure(
  context: PageContext,
  { provider, authorizationRequest }: Callback,
  reason: IdentityProviderFailure["reason"],
): Promise<Response> {
  const headers = new Headers();
  if (reason !== "forged") {
    const storage = createAuthorizationStorage(context.app);
    headers.set("Set-Cookie", await storage.destroySession(await storage.getSession()));
  }
  const { purpose, next } = authorizationRequest;
  const isDenied = reason === "denied";
  if (purpose === "link") {
    const message = isDenied ? "errors:sign_in_provider_denied" : "errors:sign_in_provider_failed";
    return redirectWithError(context, { to: paths.security, message, headers });
  }
  const to = isDenied
    ? paths.signInFailed("access_denied", toSignInQuery(context.viewer, next))
    : paths.signInByIdentityProvider(provider, { next });
  return redirect(to, { headers });
}
