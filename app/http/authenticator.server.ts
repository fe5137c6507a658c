/** The product's one remix-auth Authenticator: signing in by a form, and by each social network. */
import { createCookieSessionStorage, type ActionFunctionArgs, type SessionStorage } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { SOCIAL_CALLS_TIMEOUT_MS } from "~/domain/limits";
import { NETWORKS, type Network } from "~/domain/networks";
import type { App } from "~/services/platform/app.server";
import { signIn } from "~/services/sign-in/sign-in.server";
import type { SignInResult } from "~/services/identity/complete-sign-in.server";
import { runOperation, type Reply } from "~/services/platform/operation.server";
import type { SocialProfile } from "~/services/sign-in/authorization-request.server";
import { toFields } from "./body.server";
import { createSocialCookie } from "./cookies.server";
import { getPageContext } from "./loader.server";

/** What the strategies' verify callbacks return. A form completes a sign-in; a network only says who the user is. */
type Authenticated = { by: "form"; reply: Reply<SignInResult> } | { by: "network"; profile: SocialProfile };

type Args = Pick<ActionFunctionArgs, "request" | "context">;

/**
 * Performs `signIn` by the form strategy; `fields` are those of the form, already read. Throws what the operation
 * throws.
 */
export async function authenticateForm(
  fields: Record<string, unknown>,
  { request, context }: Args,
): Promise<Reply<SignInResult>> {
  const authenticator = await getAuthenticator(context.request.app);
  // The body has been read: a request that still had it could not be copied, as the authenticator does.
  const read = new Request(request.url, { headers: request.headers });
  const formData = toFormData(fields);
  try {
    const result = await authenticator.authenticate("form", read, { context: { ...context, formData } });
    if (result.by === "form") return result.reply;
  } catch (error) {
    throw error instanceof AuthorizationError ? error.cause : error;
  }
  throw new Error("the form strategy returned no reply");
}

/**
 * Signs in by a network's strategy. On the way to the network it throws the redirect; on the callback it returns the
 * user's profile there. Throws an AuthorizationError that says why as its cause.
 */
export async function authenticateNetwork(
  network: Network,
  { request, context }: Args,
): Promise<SocialProfile> {
  const authenticator = await getAuthenticator(context.request.app);
  const signal = AbortSignal.timeout(SOCIAL_CALLS_TIMEOUT_MS);
  const result = await authenticator.authenticate(network, request, { context: { ...context, signal } });
  if (result.by === "network") return result.profile;
  throw new Error("the network's strategy returned no profile");
}

/**
 * Holds state and PKCE verifier on the way to a network, and after the callback the hash of the pending sign-in's
 * token. A sign-in that is complete has a session of the product's own instead: sessions.server.ts.
 */
export function createSocialSessionStorage(app: App): SessionStorage {
  return createCookieSessionStorage({ cookie: createSocialCookie(app) });
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

/** A field with several values becomes several fields of one name, as it came; `fieldsOf` reverses it. */
function toFormData(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === "string") form.append(name, item);
      else if (item instanceof Blob) form.append(name, item);
    }
  }
  return form;
}
