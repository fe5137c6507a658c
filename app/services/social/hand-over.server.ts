/**
 * Who came back from a network, handed over to the page that lets them in: the network's answer is a GET, and a GET
 * changes nothing. The token works for two minutes and once.
 */
import { safeParse } from "zod/v4/core";
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { email as emailRule } from "~/domain/forms/rules";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "~/domain/limits";
import { NETWORK_NAMES, NETWORKS } from "~/domain/networks";
import { shownText } from "~/domain/text";
import type { SocialProfile } from "~/gateways/social/social";
import type { TokenRow } from "~/models/token.server";
import type { Store } from "~/models/store/store";
import type { App } from "../app.server";
import type { Secrets } from "../upkeep/secrets.server";
import { consumeToken, dataOf, findToken, issueToken } from "../identity/tokens.server";
import { PURPOSES, type Errand } from "./attempts.server";

const handOverShape = z.object({
  network: z.enum(NETWORKS),
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  purpose: z.enum(PURPOSES),
  invite: z.string().optional(),
  userId: z.string().optional(),
});
export type HandOver = z.infer<typeof handOverShape>;

/** Makes the token. Nothing the network says is believed but the subject: its address is still to be proved. */
export function issueHandOver(
  app: App,
  { errand, profile }: { errand: Errand; profile: SocialProfile },
): Promise<string> {
  const { network, purpose, invite, userId } = errand;
  const email = plainEmail(profile.email);
  const name = plainName(profile, email) || NETWORK_NAMES[network];
  const data: HandOver = { network, subject: profile.subject, name, email, purpose, invite, userId };
  // The column cannot be empty; the token is sent nowhere.
  return issueToken(app.store, app.secrets, { kind: "social", userId: null, email: email ?? network, data });
}

/** Whom a token that still works hands over, without using it up; null otherwise. */
export async function findHandOver(app: App, token: string): Promise<HandOver | null> {
  const row = await findToken(app.store, "social", token);
  return row && read(app.secrets, row);
}

/** Uses the token up; throws unauthenticated when it does not work any more. */
export async function takeHandOver(store: Store, secrets: Secrets, token: string): Promise<HandOver> {
  const row = await consumeToken(store, "social", token);
  if (!row) throw lost();
  return read(secrets, row);
}

/** The failure of a hand-over that came too late, twice, or from nowhere. */
export function lost(): AppError {
  return new AppError("unauthenticated", "errors:social_failed");
}

function read(secrets: Secrets, row: TokenRow): HandOver {
  return handOverShape.parse(dataOf(secrets, row));
}

/** Text of at most as many UTF-16 units as a name may have, cut between characters. */
function plainName({ name }: SocialProfile, email: string | null): string {
  let cut = "";
  for (const character of shownText(name.normalize("NFC"), NAME_MAX_LENGTH)) {
    if (cut.length + character.length > NAME_MAX_LENGTH) break;
    cut += character;
  }
  return cut.trim() || (email?.split("@")[0] ?? "").slice(0, NAME_MAX_LENGTH);
}

/** The address in the form in which every address is kept; null for what is none. */
function plainEmail(given: string | null): string | null {
  if (given === null || given.length > 2 * EMAIL_MAX_LENGTH) return null;
  const parsed = safeParse(emailRule(), given);
  return parsed.success ? parsed.data : null;
}
