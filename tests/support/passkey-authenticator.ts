/** An authenticator in software (ES256, attestation "none"), whose answers a test may spoil. */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";

/** The parts of an answer that a test may spoil. */
export interface AnswerChanges {
  origin?: string;
  /** Whose hash the authenticator's data begins with. */
  rpId?: string;
  type?: string;
  /** Replaces the challenge of the options. */
  challenge?: string;
  /** Added to the browser's data. */
  clientData?: Record<string, unknown>;
  isPresent?: boolean;
  isVerified?: boolean;
  /** Whether the passkey may be copied, and is. */
  backup?: { isEligible: boolean; isBackedUp: boolean };
  counter?: number;
  /** Null leaves it out. */
  userHandle?: string | null;
  aaguid?: Buffer;
  /** Replaces the algorithm in the public key. */
  algorithm?: number;
  /** Replaces the attestation: its format and its statement, as CBOR. */
  attestation?: { format: string; statement: Buffer };
  /** Signs with the key of another authenticator. */
  signedBy?: KeyObject;
}

interface RegistrationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface AssertionOptions {
  challenge: string;
  rpId?: string;
}

export interface Authenticator {
  credentialId: string;
  privateKey: KeyObject;
  /** What `navigator.credentials.create()` gives, as JSON. */
  register(options: unknown, changes?: AnswerChanges): RegistrationAnswer;
  /** What `navigator.credentials.get()` gives, as JSON. The counter grows with each. */
  assert(options: unknown, changes?: AnswerChanges): AssertionAnswer;
}

export interface RegistrationAnswer {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
  clientExtensionResults: { credProps?: { rk: boolean } };
}

export interface AssertionAnswer {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
  clientExtensionResults: Record<string, never>;
}

interface Built {
  /** The origin of the product's pages. */
  origin: string;
  /** Whether the authenticator keeps the credential; true by default. */
  isResident?: boolean;
  /** Counts nothing, as passkeys that are synced do. */
  countsNothing?: boolean;
}

/** Creates an authenticator with one credential. */
export function createAuthenticator({
  origin,
  isResident = true,
  countsNothing = false,
}: Built): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const rawId = randomBytes(32);
  const credentialId = rawId.toString("base64url");
  let counter = 0;
  let userHandle = "";
  const toClientData = (type: string, { challenge }: { challenge: string }, changes: AnswerChanges) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
        ...changes.clientData,
      }),
    );
  return {
    credentialId,
    privateKey,
    register(given, changes = {}) {
      const options = given as RegistrationOptions;
      userHandle = options.user.id;
      const key = encodeKey(Buffer.from(x, "base64url"), Buffer.from(y, "base64url"), changes.algorithm);
      const credential = Buffer.concat([
        changes.aaguid ?? Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        key,
      ]);
      const flags = toFlags(changes) | ATTESTED;
      const data = toAuthenticatorData(
        options.rp.id ?? "",
        { flags, counter: changes.counter ?? 0 },
        changes,
      );
      const attestation = encodeAttestation(Buffer.concat([data, credential]), changes.attestation);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: toClientData("webauthn.create", options, changes).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal", "not-known-yet"],
        },
        clientExtensionResults: { credProps: { rk: isResident } },
      };
    },
    assert(given, changes = {}) {
      const options = given as AssertionOptions;
      if (!countsNothing) counter += 1;
      const clientData = toClientData("webauthn.get", options, changes);
      const count = changes.counter ?? counter;
      const data = toAuthenticatorData(
        options.rpId ?? "",
        { flags: toFlags(changes), counter: count },
        changes,
      );
      const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
      const handle = changes.userHandle === undefined ? userHandle : changes.userHandle;
      const hasHandle = handle !== null && handle !== "" && (isResident || changes.userHandle !== undefined);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: createSign("sha256")
            .update(signed)
            .sign(changes.signedBy ?? privateKey, "base64url"),
          ...(hasHandle && { userHandle: handle }),
        },
        clientExtensionResults: {},
      };
    },
  };
}

/** The flags of an authenticator's data (WebAuthn §6.1). */
const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED] = [1, 4, 8, 16, 64] as const;

function toFlags({ isPresent = true, isVerified = true, backup }: AnswerChanges): number {
  return (
    (isPresent ? PRESENT : 0) |
    (isVerified ? VERIFIED : 0) |
    (backup?.isEligible ? ELIGIBLE : 0) |
    (backup?.isBackedUp ? BACKED_UP : 0)
  );
}

function toAuthenticatorData(
  rpId: string,
  { flags, counter }: { flags: number; counter: number },
  changes: AnswerChanges,
): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags, 0);
  rest.writeUInt32BE(counter, 1);
  const hash = createHash("sha256")
    .update(changes.rpId ?? rpId)
    .digest();
  return Buffer.concat([hash, rest]);
}

/** A COSE key of the curve P-256 (RFC 9053 §7.1.1); -7 is ES256. */
function encodeKey(x: Buffer, y: Buffer, algorithm = -7): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03]),
    encodeNegative(algorithm),
    Buffer.from([0x20, 0x01, 0x21, 0x58, 32]),
    x,
    Buffer.from([0x22, 0x58, 32]),
    y,
  ]);
}

/** A negative integer in CBOR, down to -65536. */
function encodeNegative(value: number): Buffer {
  const number = -1 - value;
  if (number < 24) return Buffer.from([0x20 + number]);
  return number < 256 ? Buffer.from([0x38, number]) : Buffer.from([0x39, number >> 8, number & 255]);
}

/** `{ fmt, attStmt, authData }` in CBOR. */
function encodeAttestation(
  authData: Buffer,
  { format, statement }: { format: string; statement: Buffer } = NO_ATTESTATION,
): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.from([0xa3]),
    encodeText("fmt"),
    encodeText(format),
    encodeText("attStmt"),
    statement,
    encodeText("authData"),
    Buffer.from([0x59]),
    length,
    authData,
  ]);
}

const NO_ATTESTATION = { format: "none", statement: Buffer.from([0xa0]) };

/** A text of at most 23 bytes in CBOR. */
function encodeText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
