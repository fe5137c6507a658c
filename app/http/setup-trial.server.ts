/**
 * Trying an identity provider from setup: the flow of a sign-in, up to the profile that comes back. It signs no one in, stores
 * nothing in the database, and shows the result in setup.
 */
import { redirect, type Session } from "@remix-run/node";
import { AuthorizationError } from "remix-auth";
import * as z from "zod";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { toMessage } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { getStepNumber, type IdentityProviderTrial } from "~/domain/setup";
import { toDisplayText } from "~/domain/text";
import {
  recordIdentityProviderFailure,
  type IdentityProfile,
} from "~/services/sign-in/authorization-request.server";
import { createAuthorizationStorage } from "./authenticator.server";
import type { PageContext } from "./loader.server";
import { redirectWithError } from "./reply.server";
import { findSetupRefusal } from "./setup.server";

/** How long the result of trying an identity provider is kept in the browser. In seconds. */
const TRIAL_LIFE_SECONDS = 2 * 60;

/** Keys of the session of a social sign-in. */
const TRIED_PROVIDER = "setupTrial";
const TRIAL_RESULT = "setupTrialResult";

const PAGE = paths.setupStep(getStepNumber("authentication"));

/** Whether the visitor comes from setup. Throws a redirect when they may not set the product up. */
export async function isTrialRequest(context: PageContext): Promise<boolean> {
  const { url, app } = context;
  if (url.searchParams.get("setup") !== "1") return false;
  await requireSetup(context);
  // The provider returns to the public URL, and the cookies stay with the host that they were set on.
  const home = new URL(app.config.appUrl);
  if (!app.config.isAppUrlGiven || url.host === home.host) return true;
  const message = toMessage("setup:auth.other_host", { url: home.origin });
  throw redirectWithError(context, { to: PAGE, message });
}

export function startTrial(session: Session, provider: string): void {
  session.set(TRIED_PROVIDER, provider);
}

/** Whether this browser was sent to the provider by setup. The session is encrypted, so no one else can say so. */
export function isTrial(session: Session, provider: string): boolean {
  return session.get(TRIED_PROVIDER) === provider;
}

/** Runs a step of the flow. Returns the redirect to setup, where the result is shown; a redirect to the provider is thrown. */
export async function finishTrial(
  context: PageContext,
  provider: string,
  authenticate: () => Promise<IdentityProfile>,
): Promise<Response> {
  await requireSetup(context);
  const result = await readTrial(context, provider, authenticate);
  const { app } = context;
  app.settings.keepTest({ step: "authentication", level: result.outcome === "ok" ? "ok" : "failure" });
  const storage = createAuthorizationStorage(app);
  // A new session, because the state has been used.
  const session = await storage.getSession();
  session.set(TRIAL_RESULT, result);
  const cookie = await storage.commitSession(session, { maxAge: TRIAL_LIFE_SECONDS });
  return redirect(PAGE, { headers: { "Set-Cookie": cookie } });
}

const trialShape = z.union([
  z.object({
    provider: z.string(),
    outcome: z.literal("ok"),
    name: z.string(),
    email: z.string().nullable(),
  }),
  z.object({
    provider: z.string(),
    outcome: z.enum(["denied", "forged", "failed"]),
    detail: z.string(),
  }),
]);

/** The result of this browser's last trial; null without one. */
export async function findTrialResult({ app, request }: PageContext): Promise<IdentityProviderTrial | null> {
  const session = await createAuthorizationStorage(app).getSession(request.headers.get("Cookie"));
  const parsed = trialShape.safeParse(session.get(TRIAL_RESULT));
  return parsed.success ? parsed.data : null;
}

async function requireSetup(context: PageContext): Promise<void> {
  if (await findSetupRefusal(context)) throw redirect(paths.setup);
}

async function readTrial(
  context: PageContext,
  provider: string,
  authenticate: () => Promise<IdentityProfile>,
): Promise<IdentityProviderTrial> {
  try {
    const { name, email } = await authenticate();
    return {
      provider,
      outcome: "ok",
      name: toDisplayText(name, NAME_MAX_LENGTH),
      email: email === null ? null : toDisplayText(email, EMAIL_MAX_LENGTH),
    };
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    const { reason, detail } = recordIdentityProviderFailure(context.app, provider, error.cause);
    return { provider, outcome: reason, detail };
  }
}
