/**
 * Signing in by a social network: the redirect to it and the callback (RFC 6749 section 4.1). Both are GET requests and
 * change only a cookie of the browser, which binds the callback and then the pending sign-in to this browser.
 */
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { AuthorizationError } from "remix-auth";
import { AppError } from "~/domain/errors";
import { getPathAfterSignIn } from "~/domain/guard";
import { TOKEN_LIVES_MS, URL_MAX_LENGTH } from "~/domain/limits";
import { isNetwork, type Network } from "~/domain/networks";
import { toSafeRedirectPath, paths, type SignInQuery } from "~/domain/paths";
import { SOCIAL_RETURN_LIMITS } from "~/domain/rate-limits";
import { consumeLimits } from "~/services/platform/rate-limits/operation-limits.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { hashToken } from "~/crypto/secrets.server";
import {
  getNetworkState,
  parseAuthorizationRequest,
  recordNetworkFailure,
  type AuthorizationRequest,
  type SocialProfile,
} from "~/services/sign-in/authorization-request.server";
import { createPendingSignIn } from "~/services/sign-in/pending-sign-in.server";
import type { Viewer } from "~/services/platform/viewer.server";
import {
  authenticateCallback,
  authenticateNetwork,
  createSocialSessionStorage,
} from "./authenticator.server";
import { handleLoader, type PageContext } from "./loader.server";
import { redirectWithError } from "./reply.server";
import { finishTrial, isTrial, isTrialRequest, startTrial } from "./setup-trial.server";

/** Keys of the session, besides the keys of the strategies. */
const AUTHORIZATION_REQUEST = "authorizationRequest";
const PENDING_TOKEN_HASH = "pendingTokenHash";

/** GET /auth/{network}: redirects to the network, with `?signup=1`, `?invite=`, `?link=1`, `?setup=1` or nothing. */
export function redirectToNetwork(args: LoaderFunctionArgs): Promise<never> {
  return handleLoader(args, paths.network, async (context): Promise<never> => {
    const network = requireNetwork(context);
    const { app, url } = context;
    const home = new URL(app.config.appUrl);
    // The network redirects back to the host of APP_URL, and only that host gets the cookie. This machine has several names.
    if (!app.config.isAppUrlGiven && url.host !== home.host) {
      throw redirect(home.origin + url.pathname.replace(/\.data$/, "") + url.search);
    }
    const storage = createSocialSessionStorage(app);
    const session = await storage.getSession();
    if (await isTrialRequest(context)) startTrial(session, network);
    else session.set(AUTHORIZATION_REQUEST, await createAuthorizationRequest(context));
    requireNetworkOn(network, context);
    const headers = { Cookie: await storage.commitSession(session) };
    const request = new Request(home.origin + paths.toNetwork(network), { headers });
    await authenticateNetwork(network, { request, context: args.context });
    throw new Error("the strategy did not redirect to its network");
  });
}

/** GET /auth/{network}/callback: redirects to the page where the user confirms the pending sign-in. */
export function handleCallback(args: LoaderFunctionArgs): Promise<never> {
  return handleLoader(args, paths.networkCallback, async (context): Promise<never> => {
    const { app } = context;
    const network = requireNetwork(context);
    await limitCallbacks(context);
    requireNetworkOn(network, context);
    const storage = createSocialSessionStorage(app);
    const kept = await storage.getSession(context.request.headers.get("Cookie"));
    if (isTrial(kept, network)) throw await finishTrial(args, context, network);
    const authorizationRequest = parseAuthorizationRequest(kept.get(AUTHORIZATION_REQUEST)) ?? {
      purpose: "sign_in",
    };
    const profile = await requireProfile(args, context, { network, authorizationRequest });
    const token = await createPendingSignIn(app, { network, profile, authorizationRequest });
    const { purpose, next } = authorizationRequest;
    const to =
      purpose === "link" ? paths.linkNetworkWith(token) : paths.signInByNetwork(network, { token, next });
    // A new session, because the state has been used.
    const session = await storage.getSession();
    session.set(PENDING_TOKEN_HASH, hashToken(token));
    const maxAge = TOKEN_LIVES_MS.social / 1000;
    throw redirect(to, { headers: { "Set-Cookie": await storage.commitSession(session, { maxAge }) } });
  });
}

/**
 * Returns the token when this browser received it from the callback, and "" otherwise. Without this check, a link with
 * another user's token would sign in its reader as that user.
 */
export async function readPendingToken({ app, request }: PageContext, token: unknown): Promise<string> {
  const session = await createSocialSessionStorage(app).getSession(request.headers.get("Cookie"));
  return typeof token === "string" && session.get(PENDING_TOKEN_HASH) === hashToken(token) ? token : "";
}

/** Keeps the query string of the sign-in page after a network has not signed the user in. */
export function toSignInQuery(viewer: Viewer | null, next: string | undefined): SignInQuery {
  return { next: next === "" ? undefined : next, again: viewer ? "1" : undefined };
}

function requireNetwork({ params }: PageContext): Network {
  if (!isNetwork(params.network)) throw redirect(paths.notFound);
  return params.network;
}

function requireNetworkOn(network: Network, context: PageContext): void {
  if (getNetworkState(context, network) !== "off") return;
  throw redirectWithError(context, { to: paths.signIn, message: "errors:network_off" });
}

/** Redirects to the sign-in page when too many callbacks come from one IP. */
async function limitCallbacks(context: PageContext): Promise<void> {
  try {
    await consumeLimits({ limits: SOCIAL_RETURN_LIMITS, input: {}, context });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw redirectWithError(context, { to: paths.signIn, message: error.messageKey });
  }
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
  network: Network;
  authorizationRequest: AuthorizationRequest;
}

/** Returns the profile of the user at the network. Throws a redirect when the callback fails. */
async function requireProfile(
  args: LoaderFunctionArgs,
  context: PageContext,
  callback: Callback,
): Promise<SocialProfile> {
  const { app } = context;
  const { network } = callback;
  try {
    return await authenticateCallback(args, context, network);
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const { reason } = recordNetworkFailure(app, network, error.cause);
    throw await redirectAfterFailure(context, { ...callback, isDenied: reason === "denied" });
  }
}

/** Redirects after a sign-in that failed at the network. The state has been used, so the session ends. */
async function redirectAfterFailure(
  context: PageContext,
  { network, authorizationRequest, isDenied }: Callback & { isDenied: boolean },
): Promise<Response> {
  const storage = createSocialSessionStorage(context.app);
  const headers = new Headers({ "Set-Cookie": await storage.destroySession(await storage.getSession()) });
  const { purpose, next } = authorizationRequest;
  if (purpose === "link") {
    const message = isDenied ? "errors:network_denied" : "errors:social_failed";
    return redirectWithError(context, { to: paths.security, message, headers });
  }
  const to = isDenied
    ? paths.signInFailed("access_denied", toSignInQuery(context.viewer, next))
    : paths.signInByNetwork(network, { next });
  return redirect(to, { headers });
}
