import { describe, expect, test } from "vitest";
import { codeForm, otpForm, removeSpaces } from "./credentials";

const jwt = "otp_challenge";
const BACKUP = "7KQ2M9XD4H";
const LEGACY_BACKUP = "ABCDEFGHIJKLMNOPQRSTUVWX";

describe("the code of a sign-in", () => {
  test.each([
    ["123456", "123456"],
    [" 123456\n", "123456"],
    ["7KQ2M-9XD4H", BACKUP],
    ["7kq2m 9xd4h", BACKUP],
    [BACKUP.toLowerCase(), BACKUP],
    ["OIL00-00000", "0110000000"],
    ["ABCDEF-GHIJKL-MNOPQR-STUVWX", LEGACY_BACKUP],
  ])("%j is read as %s", (code, taken) => {
    expect(otpForm.parse({ code, jwt })).toEqual({ code: taken, jwt });
  });

  test.each([
    "",
    "12345",
    "1234567",
    "123 456",
    "１２３４５６",
    "12345a",
    BACKUP.slice(1),
    `${BACKUP}A`,
    "7KQ2M9XD4U",
    LEGACY_BACKUP.slice(1),
    `${LEGACY_BACKUP}A`,
    "0".repeat(24),
  ])("%j is not a code", (code) => {
    expect(otpForm.safeParse({ code, jwt }).success).toBe(false);
  });
});

test("only an app's own code confirms its setup; a backup code does not", () => {
  expect(codeForm.safeParse({ code: "123456" }).success).toBe(true);
  expect(codeForm.safeParse({ code: BACKUP }).success).toBe(false);
});

test("a page removes the spaces of a code, and leaves a value that is not text unchanged", () => {
  expect(removeSpaces(" 123 456\n")).toBe("123456");
  expect(removeSpaces(["123 456"])).toEqual(["123 456"]);
  expect(removeSpaces(undefined)).toBeUndefined();
});
