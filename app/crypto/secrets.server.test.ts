import { describe, expect, test } from "vitest";
import { hashToken, createSecrets, createRandomToken } from "./secrets.server";

const SECRET = "a secret of at least thirty-two characters";
const secrets = createSecrets(SECRET);

test("an encrypted text can be decrypted, and differs each time", () => {
  const encrypted = secrets.encrypt("mail", "verify ✓ here");
  expect(secrets.decrypt("mail", encrypted)).toBe("verify ✓ here");
  expect(encrypted).not.toContain("verify");
  expect(secrets.encrypt("mail", "verify ✓ here")).not.toBe(encrypted);
});

test("a text with any altered byte cannot be decrypted", () => {
  const bytes = secrets.encrypt("mail", "x");
  for (let at = 0; at < bytes.length; at += 1) {
    const other = bytes[at] === "A" ? "Q" : "A";
    const altered = bytes.slice(0, at) + other + bytes.slice(at + 1);
    // The last character of a base64 group may have unused bits: then the bytes are the same, and decrypting works.
    if (isSameBytes(altered, bytes)) continue;
    expect(() => secrets.decrypt("mail", altered), `position ${at}`).toThrow();
  }
});

test("another secret decrypts nothing", () => {
  const other = createSecrets("another secret, also long enough, of course");
  expect(() => other.decrypt("mail", secrets.encrypt("mail", "x"))).toThrow();
});

test("a text encrypted for one purpose cannot be decrypted for another", () => {
  const purposes = ["mail", "two_factor", "social_session", "token_otp", "token_social"] as const;
  for (const purpose of purposes) {
    for (const other of purposes.filter((one) => one !== purpose)) {
      expect(() => secrets.decrypt(other, secrets.encrypt(purpose, "x")), `${purpose} as ${other}`).toThrow();
    }
  }
});

test("a signature is valid only for its own purpose and text", () => {
  const signature = secrets.sign("bearer", "abc");
  expect(secrets.hasValidSignature("bearer", "abc", signature)).toBe(true);
  expect(secrets.hasValidSignature("bearer", "abd", signature)).toBe(false);
  expect(secrets.hasValidSignature("csrf", "abc", signature)).toBe(false);
  expect(secrets.hasValidSignature("bearer", "abc", "")).toBe(false);
});

describe("two secrets", () => {
  const keys = { appSecret: "the new secret, also of more than 32 characters", otherSecrets: [SECRET] };
  const both = createSecrets(keys);
  const next = createSecrets(keys.appSecret);

  test("the previous one reads, and what is written needs the new one alone", () => {
    expect(both.decrypt("mail", secrets.encrypt("mail", "x"))).toBe("x");
    const written = both.encrypt("mail", "x");
    expect(next.decrypt("mail", written)).toBe("x");
    expect(() => secrets.decrypt("mail", written)).toThrow();
  });

  test("signatures of the previous one are valid, and new ones are the new secret's", () => {
    expect(both.hasValidSignature("bearer", "abc", secrets.sign("bearer", "abc"))).toBe(true);
    expect(both.hasValidSignature("bearer", "abd", secrets.sign("bearer", "abc"))).toBe(false);
    expect(both.hasValidSignature("csrf", "abc", secrets.sign("bearer", "abc"))).toBe(false);
    expect(both.sign("bearer", "abc")).toBe(next.sign("bearer", "abc"));
    expect(next.hasValidSignature("bearer", "abc", secrets.sign("bearer", "abc"))).toBe(false);
  });

  test("each text is told apart by the secret that it needs", () => {
    const third = createSecrets("a third secret, which is long enough as well");
    const texts = [
      both.encrypt("mail", "x"),
      secrets.encrypt("mail", "x"),
      third.encrypt("mail", "x"),
      "v1.a",
      "",
    ];
    expect(texts.map((text) => both.findSecret("mail", text))).toEqual([
      ...["current", "other", "unknown", "unknown", "unknown"],
    ]);
    expect(both.findSecret("webhook", secrets.encrypt("mail", "x"))).toBe("unknown");
  });

  test("with the new one first and only to read, as in the first step, the previous one still writes", () => {
    const prepared = createSecrets({ appSecret: SECRET, otherSecrets: [keys.appSecret] });
    expect(prepared.decrypt("mail", both.encrypt("mail", "x"))).toBe("x");
    expect(secrets.decrypt("mail", prepared.encrypt("mail", "x"))).toBe("x");
  });
});

test("a token has 256 random bits after its prefix, and its hash is a SHA-256", () => {
  const token = createRandomToken("ver");
  expect(token).toMatch(/^ver_[\w-]{43}$/);
  expect(createRandomToken("ver")).not.toBe(token);
  expect(hashToken(token)).toMatch(/^[\da-f]{64}$/);
});

function isSameBytes(one: string, other: string): boolean {
  const decode = (encrypted: string) =>
    encrypted.split(".").map((part) => Buffer.from(part, "base64url").toString("hex"));
  return one.startsWith("v1.") && decode(one).slice(1).join() === decode(other).slice(1).join();
}
