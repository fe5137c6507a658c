/**
 * A sign-in that a network has confirmed and the user has not yet: the network's callback is a GET, which must change
 * nothing. The token of a pending sign-in works once, for two minutes; the page that gets it posts it.
 */
import { safeParse } from "zod/v4/core";
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { email as emailRule } from "~/domain/forms/rules";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { NETWORK_NAMES, NETWORKS, type Network } from "~/domain/networks";
import { toDisplayText } from "~/domain/text";
import type { TokenRow } from "~/models/token.server";
import type { Store } from "~/models/store/store";
import type { App } from "../platform/app.server";
import type { Secrets } from "../platform/crypto/secrets.server";
import { consumeToken, readTokenData, findToken, issueToken } from "../identity/tokens.server";
import { PURPOSES, type AuthorizationRequest, type SocialProfile } from "./authorization-request.server";

const pendingSignInShape = z.object({
  network: z.enum(NETWORKS),
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  purpose: z.enum(PURPOSES),
  invite: z.string().optional(),
  userId: z.string().optional(),
});
export type PendingSignIn = z.infer<typeof pendingSignInShape>;

/** What a network's callback yields: who the user is there, and what the browser was sent there for. */
export interface CallbackResult {
  network: Network;
  profile: SocialProfile;
  authorizationRequest: AuthorizationRequest;
}

/** Returns the token. Of the profile only the subject is trusted: its email is still to be verified. */
export function createPendingSignIn(
  app: App,
  { network, profile, authorizationRequest }: CallbackResult,
): Promise<string> {
  const { purpose, invite, userId } = authorizationRequest;
  const email = toEmail(profile.email);
  const name = toName(profile, email) || NETWORK_NAMES[network];
  const data: PendingSignIn = { network, subject: profile.subject, name, email, purpose, invite, userId };
  // The column must not be empty; no mail is sent to it.
  return issueToken(app.store, app.secrets, { kind: "social", userId: null, email: email ?? network, data });
}

/** The pending sign-in of a valid token, which stays valid; null otherwise. */
export async function findPendingSignIn(app: App, token: string): Promise<PendingSignIn | null> {
  const row = await findToken(app.store, "social", token);
  return row && toPendingSignIn(app.secrets, row);
}

/** The pending sign-in of a valid token, which becomes invalid. Throws unauthenticated for an invalid one. */
export async function consumePendingSignIn(
  store: Store,
  secrets: Secrets,
  token: string,
): Promise<PendingSignIn> {
  const row = await consumeToken(store, "social", token);
  if (!row) throw toInvalidTokenError();
  return toPendingSignIn(secrets, row);
}

/** The failure of a token that has expired, was used, or never existed. */
export function toInvalidTokenError(): AppError {
  return new AppError("unauthenticated", "errors:social_failed");
}

function toPendingSignIn(secrets: Secrets, row: TokenRow): PendingSignIn {
  return pendingSignInShape.parse(readTokenData(secrets, row));
}

/** Text of at most as many UTF-16 units as a name may have, cut between characters. */
function toName({ name }: SocialProfile, email: string | null): string {
  let cut = "";
  for (const character of toDisplayText(name.normalize("NFC"), NAME_MAX_LENGTH)) {
    if (cut.length + character.length > NAME_MAX_LENGTH) break;
    cut += character;
  }
  return cut.trim() || (email?.split("@")[0] ?? "").slice(0, NAME_MAX_LENGTH);
}

/** The email as emails are stored; null for text that is not an email. */
function toEmail(given: string | null): string | null {
  if (given === null || given.length > 2 * EMAIL_MAX_LENGTH) return null;
  const parsed = safeParse(emailRule(), given);
  return parsed.success ? parsed.data : null;
}
