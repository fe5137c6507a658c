/**
 * How the product finds out whether a server is this installation: it asks for the answer to a challenge. Both are signed,
 * so any process of the installation recognizes a challenge that another one has issued, and nothing else gets an answer.
 */
import { randomBytes } from "node:crypto";
import type { Secrets } from "~/crypto/secrets.server";
import { seconds } from "~/domain/limits";

/** How long a challenge of this installation is answered: longer than a test waits. */
const CHALLENGE_LIFE_MS = seconds(60);
const CHALLENGE_NONCE_BYTES = 18;

type Signer = Pick<Secrets, "sign" | "hasValidSignature">;

/** Purposes of signatures, so that a challenge is never the answer to another one. */
const CHALLENGE = "installation_challenge";
const ANSWER = "installation";

/** The time in milliseconds in base 36, the nonce, and the signature of both. */
const FORMAT = /^([0-9a-z]{1,11})\.([\w-]{1,64})\.([\w-]{1,64})$/;

/** Creates a challenge, and the answer that only this installation can give. */
export function createChallenge(
  { sign }: Pick<Signer, "sign">,
  now = new Date(),
): { challenge: string; expected: string } {
  const signed = `${now.getTime().toString(36)}.${randomBytes(CHALLENGE_NONCE_BYTES).toString("base64url")}`;
  const challenge = `${signed}.${sign(CHALLENGE, signed)}`;
  return { challenge, expected: sign(ANSWER, challenge) };
}

/**
 * The answer to a challenge of this installation that is not older than CHALLENGE_LIFE_MS; null for any other text. The
 * clock of the host that issued it may be ahead by as much.
 */
export function answerChallenge(secrets: Signer, challenge: string, now = new Date()): string | null {
  const [, time = "", nonce = "", signature = ""] = FORMAT.exec(challenge) ?? [];
  if (!secrets.hasValidSignature(CHALLENGE, `${time}.${nonce}`, signature)) return null;
  const ageMs = now.getTime() - Number.parseInt(time, 36);
  return Math.abs(ageMs) <= CHALLENGE_LIFE_MS ? secrets.sign(ANSWER, challenge) : null;
}
