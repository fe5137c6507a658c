/**
 * The way to a social network and back, as a browser goes it. Both steps are GETs and change nothing but this browser's
 * own cookie: it binds the network's answer, and then the hand-over, to the browser that left.
 */
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { AppError } from "~/domain/errors";
import { afterSignIn } from "~/domain/guard";
import { SOCIAL_ATTEMPT_MS, TOKEN_LIVES_MS } from "~/domain/limits";
import type { KeyedMessage } from "~/domain/messages";
import { isNetwork, type Network } from "~/domain/networks";
import { ownPath, paths, type SignInQuery } from "~/domain/paths";
import { SOCIAL_RETURN_LIMITS } from "~/domain/rate-limits";
import { takeLimits } from "~/services/operation.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { hashToken, type Secrets } from "~/services/upkeep/secrets.server";
import {
  beginAttempt,
  finishAttempt,
  getNetworkState,
  type Ended,
  type Errand,
} from "~/services/social/attempts.server";
import { issueHandOver } from "~/services/social/hand-over.server";
import { standingOf, type Viewer } from "~/services/viewer.server";
import { clearedSocialCookie, flashCookie, readSocialCookie, socialCookie } from "./cookies.server";
import { load, type PageContext } from "./page.server";

/** GET /auth/{network}: off to the network, with `?signup=1`, `?invite=`, `?link=1` or nothing. Spec §7. */
export function leaveForNetwork(args: LoaderFunctionArgs): Promise<never> {
  return load(args, "/auth/:network", async (context): Promise<never> => {
    const network = requireNetwork(context);
    const { app, url } = context;
    const home = new URL(app.config.appUrl);
    // The cookie must lie where the network sends the browser back to, and this machine has several names.
    if (!app.config.isAddressGiven && url.host !== home.host) {
      throw redirect(home.origin + url.pathname.replace(/\.data$/, "") + url.search);
    }
    const errand = await errandOf(network, context);
    requireNetworkOn(network, context);
    const left = await beginAttempt(app, errand);
    if (left.kind === "ended") throw endedAt(left, context);
    const cookie = socialCookie(app.config, left.kept, SOCIAL_ATTEMPT_MS);
    throw redirect(left.address, { headers: { "Set-Cookie": cookie } });
  });
}

/** GET /auth/{network}/callback: back from the network, and on to the page that hands over. */
export function returnFromNetwork(args: LoaderFunctionArgs): Promise<never> {
  return load(args, "/auth/:network/callback", async (context): Promise<never> => {
    const { app, url, request } = context;
    const network = requireNetwork(context);
    await limitReturns(context);
    requireNetworkOn(network, context);
    const kept = readSocialCookie(app.config, request.headers.get("Cookie"));
    const arrived = await finishAttempt(app, { network, kept, answer: url.searchParams });
    if (arrived.kind === "ended") throw endedAt(arrived, context);
    const token = await issueHandOver(app, arrived);
    const mark = app.secrets.seal("social_arrival", hashToken(token));
    const { purpose, next } = arrived.errand;
    const to =
      purpose === "link"
        ? paths.linkNetworkWith(token)
        : paths.signInByNetwork(network, { token, ...(next && { next }) });
    throw redirect(to, { headers: { "Set-Cookie": socialCookie(app.config, mark, TOKEN_LIVES_MS.social) } });
  });
}

/** Sends a browser back to the sign-in page when its network comes back too often. */
async function limitReturns(context: PageContext): Promise<void> {
  try {
    await takeLimits({ limits: SOCIAL_RETURN_LIMITS, input: {}, context });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw turnedBack(context, { to: paths.signIn, message: error.said });
  }
}

/**
 * The token, when this is the browser that came back with it; "" otherwise. A link with somebody else's token would
 * sign its reader in as them.
 */
export function ownHandOver({ app, request }: PageContext, token: unknown): string {
  const mark = readSocialCookie(app.config, request.headers.get("Cookie"));
  if (typeof token !== "string" || mark === undefined) return "";
  return hashIn(app.secrets, mark) === hashToken(token) ? token : "";
}

function hashIn(secrets: Secrets, mark: string): string | null {
  try {
    return secrets.open("social_arrival", mark);
  } catch {
    return null; // Altered, or sealed for something else: not ours.
  }
}

function requireNetwork({ params }: PageContext): Network {
  if (!isNetwork(params.network)) throw redirect(paths.notFound);
  return params.network;
}

function requireNetworkOn(network: Network, context: PageContext): void {
  if (getNetworkState(context, network) !== "off") return;
  throw turnedBack(context, { to: paths.signIn, message: "errors:network_off" });
}

async function errandOf(network: Network, context: PageContext): Promise<Errand> {
  const { viewer } = context;
  const { searchParams } = context.url;
  if (searchParams.get("link") === "1") return await linkErrand(network, context);
  const standing = standingOf(viewer);
  const isSigningUp = searchParams.get("signup") === "1";
  // Who is signed in has an account already; to prove it once more they come without `signup`.
  if (standing && isSigningUp) throw redirect(afterSignIn(standing));
  return {
    network,
    purpose: isSigningUp ? "sign_up" : "sign_in",
    invite: searchParams.get("invite")?.slice(0, 200),
    next: ownPath(searchParams.get("next"), ""),
  };
}

async function linkErrand(network: Network, context: PageContext): Promise<Errand> {
  const { viewer, app } = context;
  if (!viewer) throw redirect(paths.signIn);
  if (viewer.session.impersonatorId !== null) {
    throw turnedBack(context, { to: paths.profile, message: "errors:not_while_impersonating" });
  }
  // Without a password or a code there is nothing to ask for on the way back, when there is no time to set one.
  const { isRecent, method } = await readReauthentication(app.store, viewer);
  if (!isRecent && method === "none") throw redirect(paths.password);
  return { network, purpose: "link", userId: viewer.user.id };
}

function turnedBack({ app }: PageContext, { to, message }: { to: string; message: KeyedMessage }): Response {
  const flash = flashCookie(app, { variant: "error", message });
  return redirect(to, { headers: { "Set-Cookie": flash } });
}

/** How the sign-in page goes on after a network did not let somebody in: as it would have before. */
export function backToSignIn(viewer: Viewer | null, next: string | undefined): SignInQuery {
  return { ...(next && { next }), ...(viewer && { again: "1" }) };
}

/** Where a way that ended early leads: never on, and the cookie is used up. */
function endedAt({ errand, isDenied }: Ended, { app, viewer }: PageContext): Response {
  const headers = new Headers({ "Set-Cookie": clearedSocialCookie(app.config) });
  if (errand.purpose === "link") {
    const message = isDenied ? "errors:network_denied" : "errors:social_failed";
    headers.append("Set-Cookie", flashCookie(app, { variant: "error", message }));
    return redirect(paths.profile, { headers });
  }
  const { network, next } = errand;
  const to = isDenied
    ? paths.signInFailed("access_denied", backToSignIn(viewer, next))
    : paths.signInByNetwork(network, { ...(next && { next }) });
  return redirect(to, { headers });
}
