import { expect, test } from "vitest";
import { PASSWORDS_WAITING_MAX } from "~/domain/limits";
import { makePasswords } from "./passwords.server";

test("a hash is argon2id with 19 MiB, two passes and one lane, and matches only its password", async () => {
  const passwords = makePasswords();
  const hash = await passwords.hash("correct horse!");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches("correct horse!", hash)).toBe(true);
  expect(await passwords.matches("correct horse?", hash)).toBe(false);
});

test("without a hash no password matches", async () => {
  const passwords = makePasswords();
  expect(await passwords.matches("a password without a user", null)).toBe(false);
});

test("when the queue is full, further calls are rejected as unavailable, and the others are still answered", async () => {
  const passwords = makePasswords(1);
  const asked = Array.from({ length: PASSWORDS_WAITING_MAX + 5 }, () =>
    passwords.hash("x").catch((error: unknown) => error),
  );
  const answers = await Promise.all(asked);
  const refused = answers.filter((answer) => typeof answer !== "string");
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ code: "unavailable" });
});
