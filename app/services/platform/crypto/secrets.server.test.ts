import { expect, test } from "vitest";
import { hashToken, makeSecrets, newToken } from "./secrets.server";

const secrets = makeSecrets("a secret of at least thirty-two characters");

test("what is sealed opens again, and looks different each time", () => {
  const sealed = secrets.seal("mail", "verify ✓ here");
  expect(secrets.open("mail", sealed)).toBe("verify ✓ here");
  expect(sealed).not.toContain("verify");
  expect(secrets.seal("mail", "verify ✓ here")).not.toBe(sealed);
});

test("a seal altered in any byte does not open", () => {
  const bytes = secrets.seal("mail", "x");
  for (let at = 0; at < bytes.length; at += 1) {
    const other = bytes[at] === "A" ? "Q" : "A";
    const altered = bytes.slice(0, at) + other + bytes.slice(at + 1);
    // The last letter of a base64 group may carry unused bits: then the bytes are the same, and it rightly opens.
    if (sameBytes(altered, bytes)) continue;
    expect(() => secrets.open("mail", altered), `position ${at}`).toThrow();
  }
});

test("another secret opens nothing", () => {
  const other = makeSecrets("another secret, also long enough, of course");
  expect(() => other.open("mail", secrets.seal("mail", "x"))).toThrow();
});

test("what is sealed for one purpose opens for no other, as another kind of token's data", () => {
  const purposes = ["mail", "two_factor", "social_session", "token_otp", "token_social"] as const;
  for (const purpose of purposes) {
    for (const other of purposes.filter((one) => one !== purpose)) {
      expect(() => secrets.open(other, secrets.seal(purpose, "x")), `${purpose} as ${other}`).toThrow();
    }
  }
});

test("a signature holds for its own purpose and text alone", () => {
  const signature = secrets.sign("bearer", "abc");
  expect(secrets.isSigned("bearer", "abc", signature)).toBe(true);
  expect(secrets.isSigned("bearer", "abd", signature)).toBe(false);
  expect(secrets.isSigned("csrf", "abc", signature)).toBe(false);
  expect(secrets.isSigned("bearer", "abc", "")).toBe(false);
});

test("a token has 256 random bits behind its prefix, and only its SHA-256 is kept", () => {
  const token = newToken("ver");
  expect(token).toMatch(/^ver_[\w-]{43}$/);
  expect(newToken("ver")).not.toBe(token);
  expect(hashToken(token)).toMatch(/^[\da-f]{64}$/);
});

function sameBytes(one: string, other: string): boolean {
  const decode = (sealed: string) =>
    sealed.split(".").map((part) => Buffer.from(part, "base64url").toString("hex"));
  return one.startsWith("v1.") && decode(one).slice(1).join() === decode(other).slice(1).join();
}
