/** The product's remix-auth Authenticator: signs in by a form, and by each identity provider. */
import {
  createCookieSessionStorage,
  type ActionFunctionArgs,
  type Cookie,
  type SessionStorage,
} from "@remix-run/node";
import { serialize } from "cookie";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { IDENTITY_PROVIDER_CALLS_TIMEOUT_MS, AUTHORIZATION_LIFE_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import type { App } from "~/services/platform/app.server";
import type { Secrets } from "~/crypto/secrets.server";
import { signIn } from "~/services/sign-in/sign-in.server";
import type { SignInResult } from "~/services/identity/complete-sign-in.server";
import { runOperation, type Reply } from "~/services/platform/operation.server";
import type { IdentityProfile } from "~/services/sign-in/authorization-request.server";
import { toFields } from "./body.server";
import { getCommonOptions, isSecure, readCookies } from "./cookies.server";
import { getPageContext, type PageContext } from "./loader.server";
import { readCallbackQuery } from "./posted-callback.server";

/** The strategy of the password's form. No provider has this name, because a provider's begins with a letter. */
const FORM = "#form";

/** The result of the strategies' verify callbacks. A form completes the sign-in; a provider only identifies the user. */
type Authenticated =
  | { by: "form"; reply: Reply<SignInResult> }
  | { by: "provider"; profile: IdentityProfile };

type Args = Pick<ActionFunctionArgs, "request" | "context">;

/** Runs `signIn` through the form strategy, with a form that has been read. Throws the operation's errors. */
export async function authenticateForm(
  formData: FormData,
  { request, context }: Args,
): Promise<Reply<SignInResult>> {
  const authenticator = getAuthenticator(context.request.app);
  // Without the body: the authenticator clones the request, and a request whose body was read cannot be cloned.
  const read = new Request(request.url, { headers: request.headers });
  try {
    const result = await authenticator.authenticate(FORM, read, { context: { ...context, formData } });
    if (result.by === "form") return result.reply;
  } catch (error) {
    throw error instanceof AuthorizationError ? error.cause : error;
  }
  throw new Error("the form strategy returned no reply");
}

/**
 * Runs a provider's strategy. The first request throws the redirect to the provider; the callback returns the user's
 * profile there. Throws an AuthorizationError with the reason as its cause.
 */
export async function authenticateByIdentityProvider(
  provider: string,
  { request, context }: Args,
): Promise<IdentityProfile> {
  const { app } = context.request;
  const authenticator = await getAuthenticatorFor(app, provider);
  const signal = AbortSignal.timeout(IDENTITY_PROVIDER_CALLS_TIMEOUT_MS);
  const authenticate = () =>
    authenticator.authenticate(provider, request, { context: { ...context, signal } });
  const span = { kind: "gateway", name: `${provider}.authenticate` } as const;
  const result = await (app.traces ? app.traces.run(span, authenticate) : authenticate());
  if (result.by === "provider") return result.profile;
  throw new Error("the provider's strategy returned no profile");
}

/** Finishes a provider's flow with the callback's query string. Returns and throws as `authenticateByIdentityProvider` does. */
export function authenticateCallback(
  { request, context }: Args,
  { app, url }: Pick<PageContext, "app" | "url">,
  provider: string,
): Promise<IdentityProfile> {
  // A strategy recognizes its callback by the exact path, and the router accepts other spellings.
  const own = new URL(
    app.config.appUrl + paths.identityProviderCallback(provider) + readCallbackQuery(app, url),
  );
  return authenticateByIdentityProvider(provider, {
    request: new Request(own, { headers: request.headers }),
    context,
  });
}

/**
 * Stores the state and the PKCE verifier until the callback, and then the hash of the pending sign-in's token. A completed
 * sign-in has a session of the product instead: sessions.server.ts.
 */
export function createAuthorizationStorage(app: App): SessionStorage {
  return createCookieSessionStorage({ cookie: createAuthorizationCookie(app) });
}

/**
 * The cookie of the session that a browser has while it signs in by an identity provider. Remix's own cookies are signed, but
 * readable, and valid forever. The PKCE verifier must stay secret, so this cookie encrypts its content, with the time
 * when it expires.
 */
export function createAuthorizationCookie({ config, secrets }: Pick<App, "config" | "secrets">): Cookie {
  const name = isSecure(config) ? "__Host-social" : "social";
  const clear = () => serialize(name, "", { ...getCommonOptions(config), maxAge: 0 });
  return {
    name,
    isSigned: true,
    parse: (header) => Promise.resolve(decryptSession(secrets, readCookies(header)[name])),
    serialize(session: unknown, { maxAge = AUTHORIZATION_LIFE_MS / 1000 } = {}) {
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

const authenticators = new WeakMap<App, Authenticator<Authenticated>>();

function getAuthenticator(app: App): Authenticator<Authenticated> {
  const known = authenticators.get(app) ?? createAuthenticator(app);
  authenticators.set(app, known);
  return known;
}

function createAuthenticator(app: App): Authenticator<Authenticated> {
  const authenticator = new Authenticator<Authenticated>(createAuthorizationStorage(app), {
    throwOnError: true,
  });
  return authenticator.use(
    new FormStrategy(async ({ form, request, context }) => {
      if (!context) throw new Error("the form strategy needs the request's context");
      const reply = await runOperation(
        signIn,
        toFields(form),
        await getPageContext({ request, params: {}, context }),
      );
      return { by: "form", reply };
    }),
    FORM,
  );
}

const strategies = new WeakMap<App, Map<string, Promise<void>>>();

/** With the provider's strategy, which is created when it is first used: a password needs none of their packages. */
async function getAuthenticatorFor(app: App, provider: string): Promise<Authenticator<Authenticated>> {
  const authenticator = getAuthenticator(app);
  const created = strategies.get(app) ?? new Map<string, Promise<void>>();
  strategies.set(app, created);
  const use = async () => {
    const strategy = await app.identityProviders
      .get(provider)
      ?.createStrategy<Authenticated>(({ profile }) => Promise.resolve({ by: "provider", profile }));
    if (strategy) authenticator.use(strategy, provider);
  };
  const known = created.get(provider) ?? use();
  created.set(provider, known);
  await known;
  return authenticator;
}
