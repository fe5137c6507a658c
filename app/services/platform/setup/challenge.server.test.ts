/** A challenge is answered only by the installation that issued it, and only for a minute. */
import { expect, test } from "vitest";
import { createSecrets } from "~/crypto/secrets.server";
import { answerChallenge, createChallenge } from "./challenge.server";

const own = createSecrets("the secret of this installation");
const other = createSecrets("the secret of another one");
const AT = new Date("2026-11-23T12:00:00Z");
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);

test("another process with the same secret answers, with what the first one expects", () => {
  const { challenge, expected } = createChallenge(own, AT);
  expect(answerChallenge(createSecrets("the secret of this installation"), challenge, AT)).toBe(expected);
  expect(encodeURIComponent(challenge)).toBe(challenge);
});

test.each([
  [0, true],
  [60, true],
  [60.001, false],
  [-60, true],
  [-60.001, false],
  [86_400, false],
])("after %d seconds a challenge is answered: %s", (seconds, isAnswered) => {
  const { challenge } = createChallenge(own, AT);
  expect(answerChallenge(own, challenge, later(seconds)) !== null).toBe(isAnswered);
});

test("no two challenges are the same, and the answer to one is no answer to another", () => {
  const [first, second] = [createChallenge(own, AT), createChallenge(own, AT)];
  expect(new Set([...Object.values(first), ...Object.values(second)]).size).toBe(4);
});

test("what this installation has not issued has no answer", () => {
  const { challenge, expected } = createChallenge(own, AT);
  const [time = "", nonce = "", signature = ""] = challenge.split(".");
  const moved = later(1).getTime().toString(36);
  const forged = [
    ...["", "..", "x", "a".repeat(10_000), expected, `${challenge} `, ` ${challenge}`, `${challenge}\n`],
    ...[`${moved}.${nonce}.${signature}`, `${time}.${nonce}x.${signature}`, `${time}.${nonce}.`],
    ...[`${time}.${nonce}.${signature}x`, `${time}.${signature}.${nonce}`, challenge.toUpperCase()],
    // Another purpose, and another secret.
    `${time}.${nonce}.${own.sign("installation", `${time}.${nonce}`)}`,
    createChallenge(other, AT).challenge,
  ];
  for (const text of forged) expect([text, answerChallenge(own, text, AT)]).toEqual([text, null]);
});
