/**
 * A pending sign-in: the provider has authenticated the user, and the page must still post the token. The provider's
 * callback is a GET request, which must not start a session. The token works once, for two minutes.
 */
import { getIdentityProviderName } from "../platform/identity-provider-name.server";
import { safeParse } from "zod/v4/core";
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { email as emailRule } from "~/domain/forms/rules";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { toDisplayText } from "~/domain/text";
import type { TokenRow } from "~/models/token.server";
import type { Store } from "~/models/store/store";
import type { Secrets } from "~/crypto/secrets.server";
import type { App } from "../platform/app.server";
import { consumeToken, readTokenData, findToken, issueToken } from "../identity/tokens.server";
import { PURPOSES, type AuthorizationRequest, type IdentityProfile } from "./authorization-request.server";

const pendingSignInShape = z.object({
  provider: z.string(),
  issuer: z.string().nullable(),
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  purpose: z.enum(PURPOSES),
  invite: z.string().optional(),
  userId: z.string().optional(),
});
export type PendingSignIn = z.infer<typeof pendingSignInShape>;

/** The result of a provider's callback: the user's profile there, and why the browser was sent to the provider. */
interface CallbackResult {
  provider: string;
  profile: IdentityProfile;
  authorizationRequest: AuthorizationRequest;
}

/** Stores the pending sign-in and returns its token. The subject of the profile is trusted, its email is unverified. */
export function createPendingSignIn(
  app: App,
  { provider, profile, authorizationRequest }: CallbackResult,
): Promise<string> {
  const { purpose, invite, userId } = authorizationRequest;
  const email = toEmail(profile.email);
  const name = toName(profile, email) || getIdentityProviderName(app, provider);
  const { issuer, subject } = profile;
  const data: PendingSignIn = { provider, issuer, subject, name, email, purpose, invite, userId };
  // The column must not be empty. No mail is sent to the provider's id.
  return issueToken(app.store, app.secrets, { kind: "social", userId: null, email: email ?? provider, data });
}

/** Finds the pending sign-in of a token without consuming it; null when the token is invalid. */
export async function findPendingSignIn(app: App, token: string): Promise<PendingSignIn | null> {
  const row = await findToken(app.store, "social", token);
  return row && toPendingSignIn(app.secrets, row);
}

/** Consumes a token and returns its pending sign-in. Throws unauthenticated for an invalid token. */
export async function consumePendingSignIn(
  store: Store,
  secrets: Secrets,
  token: string,
): Promise<PendingSignIn> {
  const row = await consumeToken(store, "social", token);
  if (!row) throw toInvalidTokenError();
  return toPendingSignIn(secrets, row);
}

/** The error for a token that has expired, was used, or never existed. */
export function toInvalidTokenError(): AppError {
  return new AppError("unauthenticated", "errors:sign_in_provider_failed");
}

function toPendingSignIn(secrets: Secrets, row: TokenRow): PendingSignIn {
  return pendingSignInShape.parse(readTokenData(secrets, row));
}

/** Cuts the name between characters, so that it has at most NAME_MAX_LENGTH UTF-16 units. */
function toName({ name }: IdentityProfile, email: string | null): string {
  let cut = "";
  for (const character of toDisplayText(name.normalize("NFC"), NAME_MAX_LENGTH)) {
    if (cut.length + character.length > NAME_MAX_LENGTH) break;
    cut += character;
  }
  return cut.trim() || (email?.split("@")[0] ?? "").slice(0, NAME_MAX_LENGTH);
}

/** Normalizes the email as the product stores emails; null for text that is no email. */
function toEmail(given: string | null): string | null {
  if (given === null || given.length > 2 * EMAIL_MAX_LENGTH) return null;
  const parsed = safeParse(emailRule(), given);
  return parsed.success ? parsed.data : null;
}
