import { describe, expect, test } from "vitest";
import { codeForm, otpForm } from "./two-factor";

const jwt = "otp_ticket";
const BACKUP = "ABCDEFGHIJKLMNOPQRSTUVWX";

describe("the code of a sign-in", () => {
  test.each([
    ["123456", "123456"],
    [" 123456\n", "123456"],
    ["ABCDEF-GHIJKL-MNOPQR-STUVWX", BACKUP],
    ["abcdef ghijkl mnopqr stuvwx", BACKUP],
    [BACKUP.toLowerCase(), BACKUP],
  ])("%j is taken as %s", (code, taken) => {
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
    "0".repeat(24),
  ])("%j is none", (code) => {
    expect(otpForm.safeParse({ code, jwt }).success).toBe(false);
  });
});

test("an app that is being set up is proved by its own code, not by a backup code", () => {
  expect(codeForm.safeParse({ code: "123456" }).success).toBe(true);
  expect(codeForm.safeParse({ code: BACKUP }).success).toBe(false);
});
