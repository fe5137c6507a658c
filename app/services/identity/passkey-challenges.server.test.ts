import { expect, test } from "vitest";
import { PASSKEY_CHALLENGE_LIFE_MS } from "~/domain/passkeys";
import { createSecrets } from "~/crypto/secrets.server";
import { createChallenge, readChallenge, type ChallengeUse } from "./passkey-challenges.server";

const secrets = createSecrets("a secret of the application");
const NOW = new Date("2026-11-28T03:00:00.000Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

const USES: ChallengeUse[] = [
  { purpose: "sign_in", browserHash: "a" },
  { purpose: "sign_in", browserHash: "b" },
  { purpose: "sign_in", browserHash: null },
  { purpose: "registration", sessionId: "a" },
  { purpose: "registration", sessionId: "b" },
  { purpose: "second_key", sessionId: "a" },
  { purpose: "confirmation", sessionId: "a" },
  { purpose: "second_factor", tokenHash: "a" },
];

test("a challenge is valid for five minutes, and not a second longer", () => {
  const use: ChallengeUse = { purpose: "sign_in", browserHash: null };
  const challenge = createChallenge(secrets, use, NOW);
  const read = (at: Date) => readChallenge(secrets, { challenge, use }, at);
  expect(PASSKEY_CHALLENGE_LIFE_MS).toBe(300_000);
  expect(read(later(299_000))).toEqual(later(300_000));
  expect(read(later(300_000))).toBeNull();
  expect(read(later(301_000))).toBeNull();
});

test("a challenge is valid for its own use and its own holder only", () => {
  for (const given of USES) {
    const challenge = createChallenge(secrets, given, NOW);
    const accepting = USES.filter((use) => readChallenge(secrets, { challenge, use }, NOW) !== null);
    expect(accepting).toEqual([given]);
  }
});

test("no two challenges are equal, and one that was altered anywhere is refused", () => {
  const use: ChallengeUse = { purpose: "sign_in", browserHash: null };
  const challenge = createChallenge(secrets, use, NOW);
  expect(createChallenge(secrets, use, NOW)).not.toBe(challenge);
  const bytes = Buffer.from(challenge, "base64url");
  for (let index = 0; index < bytes.length; index += 1) {
    const altered = Buffer.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(readChallenge(secrets, { challenge: altered.toString("base64url"), use }, NOW)).toBeNull();
  }
  expect(readChallenge(createSecrets("another secret"), { challenge, use }, NOW)).toBeNull();
});
