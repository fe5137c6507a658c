import { expect, test } from "vitest";
import { PRODUCT_NAME } from "~/domain/product";
import { findMatchingStep, createEnrollment, createTotpSecret } from "./totp.server";

/** "12345678901234567890" in base32: the secret of RFC 6238's test vectors. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_234_567_890, "005924", 41_152_263],
  [2_000_000_000, "279037", 66_666_666],
])("at second %d the code %s belongs to step %d, as in RFC 6238 appendix B", async (second, code, step) => {
  expect(await findMatchingStep(RFC_SECRET, code, new Date(second * 1000))).toBe(step);
});

test.each([
  [-60, null],
  [-30, 37_037_036],
  [0, 37_037_036],
  [30, 37_037_036],
  [60, null],
])("a clock that is %d seconds off finds the step %s", async (seconds, step) => {
  const now = new Date((1_111_111_109 + seconds) * 1000);
  expect(await findMatchingStep(RFC_SECRET, "081804", now)).toBe(step);
});

test("each secret is different, and the app receives it with the product's name and the email", async () => {
  const [secret, other] = [await createTotpSecret(), await createTotpSecret()];
  expect(secret).not.toBe(other);
  const { otpauth, qrCode } = await createEnrollment(secret, "grace@example.com");
  expect(otpauth.startsWith(`otpauth://totp/${encodeURIComponent(PRODUCT_NAME)}:grace%40example.com?`)).toBe(
    true,
  );
  expect(new URL(otpauth).searchParams.get("secret")).toBe(secret);
  expect(qrCode).toMatch(/^data:image\/png;base64,/);
});
