/**
 * What browsers need to create and use passkeys, and the checks of what they answer (WebAuthn Level 3). The library is loaded
 * with the first answer: it takes 24 MB and a quarter of a second.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { PASSKEY_CHALLENGE_LIFE_MS } from "~/domain/passkeys";
import {
  TRANSPORTS,
  type AssertionResponse,
  type PasskeyAnswer,
  type RegistrationResponse,
} from "~/domain/forms/passkey-answers";

/** The site that a passkey is for. */
export interface Site {
  /** The host that it belongs to. */
  rpId: string;
  /** Where its pages are. */
  origin: string;
}

/** What nearly every authenticator knows: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

interface RegistrationRequest {
  site: Pick<Site, "rpId">;
  productName: string;
  challenge: string;
  user: { id: string; email: string; name: string };
  /** The user's other credentials, so that no authenticator holds two. */
  known: readonly KnownCredential[];
  /** It is to sign in by itself: the authenticator keeps it, and checks who holds it. */
  isForSignIn: boolean;
}

export interface KnownCredential {
  credentialId: string;
  /** Separated by commas; null where the browser did not say. */
  transports: string | null;
}

/** What the browser needs to create a passkey: PublicKeyCredentialCreationOptionsJSON. */
export function createRegistrationOptions(request: RegistrationRequest) {
  const { site, productName, challenge, user, known, isForSignIn } = request;
  const wanted = isForSignIn ? ("required" as const) : ("discouraged" as const);
  return {
    challenge,
    rp: { id: site.rpId, name: productName },
    user: { id: Buffer.from(user.id).toString("base64url"), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: PASSKEY_CHALLENGE_LIFE_MS,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: {
      residentKey: wanted,
      requireResidentKey: isForSignIn,
      userVerification: wanted,
    },
    attestation: "none" as const,
    extensions: { credProps: true },
  };
}

interface AssertionRequest {
  site: Pick<Site, "rpId">;
  challenge: string;
  /** The credentials to choose from; none for whichever passkey the user picks. */
  allowed: readonly KnownCredential[];
  isVerificationRequired: boolean;
}

/** What the browser needs to use a passkey: PublicKeyCredentialRequestOptionsJSON. */
export function createAssertionOptions(request: AssertionRequest) {
  const { site, challenge, allowed, isVerificationRequired } = request;
  return {
    challenge,
    rpId: site.rpId,
    timeout: PASSKEY_CHALLENGE_LIFE_MS,
    allowCredentials: allowed.map(toDescriptor),
    userVerification: isVerificationRequired ? ("required" as const) : ("discouraged" as const),
  };
}

/** A credential as its authenticator has created it. */
export interface CreatedCredential {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string | null;
  isVerified: boolean;
  /** False where the browser says that the authenticator does not keep it. */
  isResident: boolean;
  isSynced: boolean;
  isBackedUp: boolean;
  aaguid: string;
}

interface ExpectedAnswer<Response> {
  response: Response;
  site: Site;
  /** Whether the challenge was given for this. */
  isChallenge: (challenge: string) => boolean;
}

/** Why an answer was refused, for the log. */
export interface Refused {
  refused: string;
}

/**
 * Checks a registration. What the authenticator says of its own maker is dropped unread, because nobody asked for it, and
 * checking it would fetch from addresses that it names.
 */
export async function checkRegistration({
  response,
  site,
  isChallenge,
}: ExpectedAnswer<RegistrationResponse>): Promise<CreatedCredential | Refused> {
  return withRefusals(async () => {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    refuseFrames(response);
    const { transports } = response.response;
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: await withoutAttestation(response),
      expectedChallenge: isChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return { refused: "not verified" };
    return {
      credentialId: info.credential.id,
      publicKey: Buffer.from(info.credential.publicKey).toString("base64url"),
      counter: toStoredCounter(info.credential.counter),
      transports: transports && transports.length > 0 ? transports.join(",") : null,
      isVerified: info.userVerified,
      isResident: response.clientExtensionResults?.credProps?.rk !== false,
      isSynced: info.credentialDeviceType === "multiDevice",
      isBackedUp: info.credentialBackedUp,
      aaguid: info.aaguid,
    };
  });
}

/** A signature by a credential. */
export interface Assertion {
  counter: number;
  isVerified: boolean;
  isBackedUp: boolean;
}

/** Checks a signature by the public key of its credential. The caller compares the counter. */
export async function checkAssertion(
  { response, site, isChallenge }: ExpectedAnswer<AssertionResponse>,
  publicKey: string,
): Promise<Assertion | Refused> {
  return withRefusals(async () => {
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    refuseFrames(response);
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: toLibraryResponse(response),
      expectedChallenge: isChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        // The stored one is compared where it is replaced, in one statement.
        counter: 0,
      },
    });
    if (!verified) return { refused: "wrong signature" };
    return {
      counter: toStoredCounter(info.newCounter),
      isVerified: info.userVerified,
      isBackedUp: info.credentialBackedUp,
    };
  });
}

/** Whatever is wrong with an answer from outside, the library throws: that refuses it. */
async function withRefusals<Answer>(check: () => Promise<Answer | Refused>): Promise<Answer | Refused> {
  try {
    return await check();
  } catch (error) {
    return { refused: error instanceof Error ? error.message.slice(0, REASON_MAX_LENGTH) : "not readable" };
  }
}

const REASON_MAX_LENGTH = 200;

/** Throws for an answer that was given within a frame of another site, which the library does not look at. */
function refuseFrames({ response: { clientDataJSON } }: PasskeyAnswer): void {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
  if (typeof data !== "object" || data === null) throw new Error("no client data");
  const isFramed = ("crossOrigin" in data && data.crossOrigin !== false) || "topOrigin" in data;
  if (isFramed) throw new Error("answered in a frame of another site");
}

async function withoutAttestation(response: RegistrationResponse): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const given = new Uint8Array(Buffer.from(response.response.attestationObject, "base64url"));
  const authData = decodeAttestationObject(given).get("authData");
  const statement = new Map<string, never>();
  const plain = isoCBOR.encode(
    new Map<string, string | typeof statement | typeof authData>([
      ["fmt", "none"],
      ["attStmt", statement],
      ["authData", authData],
    ]),
  );
  const { clientDataJSON } = response.response;
  return {
    id: response.id,
    rawId: response.rawId,
    type: response.type,
    response: { clientDataJSON, attestationObject: Buffer.from(plain).toString("base64url") },
    clientExtensionResults: {},
  };
}

function toLibraryResponse({ id, rawId, type, response }: AssertionResponse): AuthenticationResponseJSON {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? undefined },
    clientExtensionResults: {},
  };
}

function toDescriptor({ credentialId, transports }: KnownCredential) {
  const known = transports?.split(",") ?? [];
  return {
    id: credentialId,
    type: "public-key" as const,
    ...(transports !== null && { transports: TRANSPORTS.filter((name) => known.includes(name)) }),
  };
}

/** No authenticator counts as far as a column does: one that says so stays there, and is refused the next time. */
function toStoredCounter(counter: number): number {
  return Math.min(counter, COUNTER_MAX);
}

const COUNTER_MAX = 2 ** 31 - 1;
