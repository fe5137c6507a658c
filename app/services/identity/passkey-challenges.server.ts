/**
 * Challenges for passkeys. A challenge is signed, and says until when and what for it is valid, so that none is stored
 * before it was answered: a stranger who asks for any number of them writes nothing.
 * docs/decisions/0089-passkeys-are-discoverable.md
 */
import { randomBytes } from "node:crypto";
import { AppError } from "~/domain/errors";
import { findPasskeyObstacle, PASSKEY_CHALLENGE_LIFE_MS, toRpId } from "~/domain/passkeys";
import type { Site } from "~/gateways/passkeys/passkeys";
import { DuplicateError, type Store } from "~/models/store/store";
import { claimAnswer } from "~/models/token.server";
import type { UserRow } from "~/models/user.server";
import { hashToken, type Secrets } from "~/crypto/secrets.server";
import type { App } from "../platform/app.server";

/** What a challenge is for, and who alone may answer it. */
export type ChallengeUse =
  /** A browser by the hash of its cookie; a script has none. */
  | { purpose: "sign_in"; browserHash: string | null }
  | { purpose: "registration" | "second_key" | "confirmation"; sessionId: string }
  /** The hash of the token of a sign-in that waits for its second factor. */
  | { purpose: "second_factor"; tokenHash: string };

const NONCE_BYTES = 16;
/** Milliseconds since 1970, big-endian. */
const EXPIRY_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + EXPIRY_BYTES;
const SIGNATURE_BYTES = 32;

/** Creates a challenge, in base64url. */
export function createChallenge(secrets: Pick<Secrets, "sign">, use: ChallengeUse, now = new Date()): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(now.getTime() + PASSKEY_CHALLENGE_LIFE_MS, 0, EXPIRY_BYTES);
  const head = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  const signature = secrets.sign(SIGNING_PURPOSE, toSignedText(head, use));
  return Buffer.concat([head, Buffer.from(signature, "base64url")]).toString("base64url");
}

/** Until when the challenge is valid; null when it has ended, or was given for another use. */
export function readChallenge(
  secrets: Pick<Secrets, "hasValidSignature">,
  { challenge, use }: { challenge: string; use: ChallengeUse },
  now = new Date(),
): Date | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== HEAD_BYTES + SIGNATURE_BYTES) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  const signature = bytes.subarray(HEAD_BYTES).toString("base64url");
  if (!secrets.hasValidSignature(SIGNING_PURPOSE, toSignedText(head, use), signature)) return null;
  const expiresAt = new Date(head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES));
  return expiresAt > now ? expiresAt : null;
}

/** A challenge that was answered rightly. */
export interface AnsweredChallenge {
  challenge: string;
  expiresAt: Date;
}

/**
 * Claims the answer of a challenge, in the caller's transaction: of any number of requests with it, in any process, one gets
 * it. Throws unauthenticated for the others.
 */
export async function claimChallenge(
  store: Store,
  { challenge, expiresAt }: AnsweredChallenge,
  user: Pick<UserRow, "id" | "email">,
): Promise<void> {
  try {
    // The same bytes may be written in several ways, and all of them are the same challenge.
    const hash = hashToken(Buffer.from(challenge, "base64url").toString("hex"));
    await claimAnswer(store, { hash, userId: user.id, email: user.email, expiresAt });
  } catch (cause) {
    if (!(cause instanceof DuplicateError)) throw cause;
    throw new AppError("unauthenticated", "errors:passkey_refused", { cause });
  }
}

/** The site of this product's passkeys. Throws conflict where its address can have none. */
export function getPasskeySite({ config }: Pick<App, "config">): Site {
  const { appUrl } = config;
  if (findPasskeyObstacle(appUrl)) throw new AppError("conflict", "errors:passkeys_off");
  return { rpId: toRpId(appUrl), origin: new URL(appUrl).origin };
}

const SIGNING_PURPOSE = "passkey_challenge";

function toSignedText(head: Buffer, use: ChallengeUse): string {
  return [head.toString("base64url"), use.purpose, toHolder(use)].join("\n");
}

function toHolder(use: ChallengeUse): string {
  if (use.purpose === "sign_in") return use.browserHash ?? "script";
  return use.purpose === "second_factor" ? use.tokenHash : use.sessionId;
}
