import { expect, test } from "vitest";
import { hashToken } from "~/crypto/secrets.server";
import { createKeySecret, getKeyMode, isKeyShaped } from "./key-secret.server";

/** 62 digits: any other character at a place is another key. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test.each(["live", "test"] as const)(
  "a %s key has its prefix, 256 random bits and a checksum, and only its hash and its hint are kept",
  (mode) => {
    const { fullKey, secret } = createKeySecret(mode);
    expect(fullKey).toMatch(new RegExp(`^gw_${mode}_[0-9A-Za-z]{49}$`));
    expect(isKeyShaped(fullKey)).toBe(true);
    expect(secret).toEqual({
      tokenHash: hashToken(fullKey),
      hint: `${fullKey.slice(0, 12)}…${fullKey.slice(-4)}`,
    });
  },
);

test("2,000 keys differ, and each has a valid checksum", () => {
  const keys = Array.from({ length: 2000 }, () => createKeySecret("live").fullKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every(isKeyShaped)).toBe(true);
});

test("a key with one wrong character, at any place, fails on the checksum", () => {
  const { fullKey } = createKeySecret("live");
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
  ["another prefix", (key: string) => key.replace("live", "mine")],
  ["the other prefix, whose checksum differs,", (key: string) => key.replace("live", "test")],
  ["an empty text", () => ""],
])("%s is not a key", (_name, change) => {
  expect(isKeyShaped(change(createKeySecret("live").fullKey))).toBe(false);
});

test.each([
  [null, "test"],
  [{ secretKey: "sk_test_1" }, "test"],
  [{ secretKey: "rk_test_1" }, "test"],
  [{ secretKey: "sk_live_1" }, "live"],
  [{ secretKey: "rk_live_1" }, "live"],
] as const)("with the payment provider's keys %j, new keys are %s keys", (stripe, mode) => {
  expect(getKeyMode({ stripe })).toBe(mode);
});
