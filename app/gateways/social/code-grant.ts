/**
 * The authorization code grant (RFC 6749 §4.1) with state and PKCE, once for all strategies: in place of what their
 * packages do, where state may be guessed, is never used up, or the verifier travels in the open.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { redirect, type Session, type SessionStorage } from "@remix-run/node";
import { z } from "zod";
import { SOCIAL_CALLS_TIMEOUT_MS } from "~/domain/limits";
import { callNetwork } from "./network-calls";
import type { NetworkSettings } from "./network-settings";
import { SocialError, type SocialProfile } from "./social";

export interface CodeGrant {
  settings: NetworkSettings;
  /** The network's page that asks for permission. */
  page: string;
  scope: string;
  /** Whether the network takes a PKCE challenge; one that does not refuses the whole request. */
  hasPkce: boolean;
  /** The network's address for exchanging the code, and how we prove there who we are. */
  tokenAddress: string;
  clientAuthentication: "basic" | "body";
  /** Who holds this access token. */
  whoHolds(accessToken: string, signal: AbortSignal): Promise<SocialProfile>;
}

/** Names in the session of what the browser keeps meanwhile. */
export const STATE = "state";
export const VERIFIER = "verifier";

/**
 * A strategy's `authenticate`: throws the redirect to the network, or, at the callback's address, answers who it was.
 * Throws SocialError.
 */
export async function throughCodeGrant(
  request: Request,
  storage: SessionStorage,
  grant: CodeGrant,
): Promise<SocialProfile> {
  const session = await storage.getSession(request.headers.get("Cookie"));
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== new URL(grant.settings.callback).pathname) throw await away(session, storage, grant);
  const { state, verifier } = takeAttempt(session);
  requireAnswerTo(state, searchParams);
  const signal = AbortSignal.timeout(SOCIAL_CALLS_TIMEOUT_MS);
  const accessToken = await exchange(grant, { code: searchParams.get("code") ?? "", verifier, signal });
  return grant.whoHolds(accessToken, signal);
}

async function away(session: Session, storage: SessionStorage, grant: CodeGrant): Promise<Response> {
  const [state, verifier] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  session.set(STATE, state);
  session.set(VERIFIER, verifier);
  const address = new URL(grant.page);
  address.search = new URLSearchParams({
    response_type: "code",
    client_id: grant.settings.clientId,
    redirect_uri: grant.settings.callback,
    scope: grant.scope,
    state,
    ...(grant.hasPkce && { code_challenge: challengeOf(verifier), code_challenge_method: "S256" }),
  }).toString();
  return redirect(address.href, { headers: { "Set-Cookie": await storage.commitSession(session) } });
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Used up by being looked at, whatever comes of it. */
function takeAttempt(session: Session): { state: string; verifier: string } {
  const taken = { state: String(session.get(STATE) ?? ""), verifier: String(session.get(VERIFIER) ?? "") };
  session.unset(STATE);
  session.unset(VERIFIER);
  return taken;
}

/** What networks call it when somebody says no; the last two are LinkedIn's. */
const DENIALS = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"];

/** State comes first: whatever else the answer says, it must be one to this browser's question. */
function requireAnswerTo(state: string, answer: URLSearchParams): void {
  const [expected, given] = [Buffer.from(state), Buffer.from(answer.get("state") ?? "")];
  const isSame = expected.length === given.length && timingSafeEqual(expected, given);
  if (state === "" || !isSame) throw new SocialError("forged", "the state is not this browser's");
  const error = answer.get("error");
  if (error !== null && DENIALS.includes(error)) throw new SocialError("denied", "permission was refused");
  if (error !== null || !answer.get("code")) throw new SocialError("failed", "the network sent no code");
}

const tokenAnswer = z.object({ access_token: z.string().min(1).max(4096) });

async function exchange(
  grant: CodeGrant,
  { code, verifier, signal }: { code: string; verifier: string; signal: AbortSignal },
): Promise<string> {
  const { clientId, clientSecret, callback } = grant.settings;
  const isBasic = grant.clientAuthentication === "basic";
  const answer = await callNetwork(grant.tokenAddress, {
    signal,
    ...(isBasic && { headers: { Authorization: basic(clientId, clientSecret) } }),
    form: {
      grant_type: "authorization_code",
      code,
      redirect_uri: callback,
      client_id: clientId,
      ...(!isBasic && { client_secret: clientSecret }),
      ...(grant.hasPkce && { code_verifier: verifier }),
    },
  });
  const parsed = tokenAnswer.safeParse(answer);
  if (!parsed.success) throw new SocialError("failed", "the network sent no access token");
  return parsed.data.access_token;
}

/** RFC 6749 §2.3.1: both parts are form-encoded before they are joined. */
function basic(clientId: string, clientSecret: string): string {
  const joined = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(joined).toString("base64")}`;
}

/** What a network says of somebody, as `schema` expects it. Throws SocialError for anything else. */
export async function readProfile<Schema extends z.ZodType>(
  schema: Schema,
  at: { address: string; accessToken: string; signal: AbortSignal },
): Promise<z.output<Schema>> {
  const headers = { Authorization: `Bearer ${at.accessToken}` };
  const parsed = schema.safeParse(await callNetwork(at.address, { headers, signal: at.signal }));
  if (!parsed.success) throw new SocialError("failed", "the network does not say who it is", parsed.error);
  return parsed.data;
}

/** A person's id at a network: never empty, and no longer than the column that keeps it. */
export const subjectShape = z.string().regex(/^[\x21-\x7e]{1,190}$/);
