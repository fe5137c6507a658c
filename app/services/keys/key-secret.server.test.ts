import { expect, test } from "vitest";
import { hashToken } from "~/crypto/secrets.server";
import { createKeySecret, isKeyShaped } from "./key-secret.server";

/** 62 digits: any other character at a place is another key. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test("a key has its prefix, 256 random bits and a checksum, and only its hash and its hint are kept", () => {
  const { fullKey, secret } = createKeySecret();
  expect(fullKey).toMatch(/^gw_live_[0-9A-Za-z]{49}$/);
  expect(secret).toEqual({
    tokenHash: hashToken(fullKey),
    hint: `${fullKey.slice(0, 12)}…${fullKey.slice(-4)}`,
  });
});

test("2,000 keys differ, and each has a valid checksum", () => {
  const keys = Array.from({ length: 2000 }, () => createKeySecret().fullKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every(isKeyShaped)).toBe(true);
});

test("a key with one wrong character, at any place, fails on the checksum", () => {
  const { fullKey } = createKeySecret();
  for (let place = "gw_live_".length; place < fullKey.length; place += 1)
    for (const digit of DIGITS) {
      if (digit === fullKey[place]) continue;
      expect(isKeyShaped(fullKey.slice(0, place) + digit + fullKey.slice(place + 1))).toBe(false);
    }
});

test.each([
  ["a cut key", (key: string) => key.slice(0, -1)],
  ["a key with a further character", (key: string) => `${key}0`],
  ["a key in capital letters", (key: string) => key.toUpperCase()],
  ["a key with a line break", (key: string) => `${key}\n`],
  ["another prefix", (key: string) => key.replace("live", "test")],
  ["an empty text", () => ""],
])("%s is not a key", (_name, change) => {
  expect(isKeyShaped(change(createKeySecret().fullKey))).toBe(false);
});
