/** The product's remix-auth Authenticator: signs in by a form, and by each social network. */
import {
  createCookieSessionStorage,
  type ActionFunctionArgs,
  type Cookie,
  type SessionStorage,
} from "@remix-run/node";
import { serialize } from "cookie";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { SOCIAL_CALLS_TIMEOUT_MS, SOCIAL_SESSION_MS } from "~/domain/limits";
import { NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import type { App } from "~/services/platform/app.server";
import type { Secrets } from "~/crypto/secrets.server";
import { signIn } from "~/services/sign-in/sign-in.server";
import type { SignInResult } from "~/services/identity/complete-sign-in.server";
import { runOperation, type Reply } from "~/services/platform/operation.server";
import type { SocialProfile } from "~/services/sign-in/authorization-request.server";
import { toFields } from "./body.server";
import { getCommonOptions, isSecure, readCookies } from "./cookies.server";
import { getPageContext, type PageContext } from "./loader.server";

/** The result of the strategies' verify callbacks. A form completes the sign-in; a network only identifies the user. */
type Authenticated = { by: "form"; reply: Reply<SignInResult> } | { by: "network"; profile: SocialProfile };

type Args = Pick<ActionFunctionArgs, "request" | "context">;

/** Runs `signIn` through the form strategy, with a form that has been read. Throws the operation's errors. */
export async function authenticateForm(
  formData: FormData,
  { request, context }: Args,
): Promise<Reply<SignInResult>> {
  const authenticator = await getAuthenticator(context.request.app);
  // Without the body: the authenticator clones the request, and a request whose body was read cannot be cloned.
  const read = new Request(request.url, { headers: request.headers });
  try {
    const result = await authenticator.authenticate("form", read, { context: { ...context, formData } });
    if (result.by === "form") return result.reply;
  } catch (error) {
    throw error instanceof AuthorizationError ? error.cause : error;
  }
  throw new Error("the form strategy returned no reply");
}

/**
 * Runs a network's strategy. The first request throws the redirect to the network; the callback returns the user's
 * profile there. Throws an AuthorizationError with the reason as its cause.
 */
export async function authenticateNetwork(
  network: Network,
  { request, context }: Args,
): Promise<SocialProfile> {
  const { app } = context.request;
  const authenticator = await getAuthenticator(app);
  const signal = AbortSignal.timeout(SOCIAL_CALLS_TIMEOUT_MS);
  const authenticate = () =>
    authenticator.authenticate(network, request, { context: { ...context, signal } });
  const span = { kind: "gateway", name: `${network}.authenticate` } as const;
  const result = await (app.traces ? app.traces.run(span, authenticate) : authenticate());
  if (result.by === "network") return result.profile;
  throw new Error("the network's strategy returned no profile");
}

/** Finishes a network's flow with the callback's query string. Returns and throws as `authenticateNetwork` does. */
export function authenticateCallback(
  { request, context }: Args,
  { app, url }: Pick<PageContext, "app" | "url">,
  network: Network,
): Promise<SocialProfile> {
  // A strategy recognizes its callback by the exact path, and the router accepts other spellings.
  const own = new URL(app.config.appUrl + paths.socialCallback(network) + url.search);
  return authenticateNetwork(network, { request: new Request(own, { headers: request.headers }), context });
}

/**
 * Stores the state and the PKCE verifier until the callback, and then the hash of the pending sign-in's token. A completed
 * sign-in has a session of the product instead: sessions.server.ts.
 */
export function createSocialSessionStorage(app: App): SessionStorage {
  return createCookieSessionStorage({ cookie: createSocialCookie(app) });
}

/**
 * The cookie of the session that a browser has while it signs in by a social network. Remix's own cookies are signed, but
 * readable, and valid forever. The PKCE verifier must stay secret, so this cookie encrypts its content, with the time
 * when it expires.
 */
export function createSocialCookie({ config, secrets }: Pick<App, "config" | "secrets">): Cookie {
  const name = isSecure(config) ? "__Host-social" : "social";
  const clear = () => serialize(name, "", { ...getCommonOptions(config), maxAge: 0 });
  return {
    name,
    isSigned: true,
    parse: (header) => Promise.resolve(decryptSession(secrets, readCookies(header)[name])),
    serialize(session: unknown, { maxAge = SOCIAL_SESSION_MS / 1000 } = {}) {
      // Remix destroys a session by serializing an empty text.
      if (session === "") return Promise.resolve(clear());
      const text = JSON.stringify([Date.now() + maxAge * 1000, session]);
      return Promise.resolve(
        serialize(name, secrets.encrypt("social_session", text), { ...getCommonOptions(config), maxAge }),
      );
    },
  };
}

/** Returns null for a session that has expired, was altered, or was encrypted with another secret. */
function decryptSession(secrets: Secrets, encrypted: string | undefined): unknown {
  try {
    const [expiresAt, session] = JSON.parse(secrets.decrypt("social_session", encrypted ?? "")) as unknown[];
    return Number(expiresAt) >= Date.now() ? session : null;
  } catch {
    return null;
  }
}

const authenticators = new WeakMap<App, Promise<Authenticator<Authenticated>>>();

function getAuthenticator(app: App): Promise<Authenticator<Authenticated>> {
  const known = authenticators.get(app) ?? createAuthenticator(app);
  authenticators.set(app, known);
  return known;
}

async function createAuthenticator(app: App): Promise<Authenticator<Authenticated>> {
  const authenticator = new Authenticator<Authenticated>(createSocialSessionStorage(app), {
    throwOnError: true,
  });
  authenticator.use(
    new FormStrategy(async ({ form, request, context }) => {
      if (!context) throw new Error("the form strategy needs the request's context");
      const reply = await runOperation(
        signIn,
        toFields(form),
        await getPageContext({ request, params: {}, context }),
      );
      return { by: "form", reply };
    }),
    "form",
  );
  for (const network of NETWORKS) {
    const strategy = await app.social[network]?.createStrategy<Authenticated>(({ profile }) =>
      Promise.resolve({ by: "network", profile }),
    );
    if (strategy) authenticator.use(strategy, network);
  }
  return authenticator;
}
