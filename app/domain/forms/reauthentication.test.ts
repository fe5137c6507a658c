import { expect, test } from "vitest";
import {
  BACKUP_CODE_ALPHABET,
  formatBackupCode,
  isLegacyBackupCode,
  parseBackupCode,
} from "./reauthentication";

const LEGACY = "ABCDEFGHIJKLMNOPQRSTUVWX";

test("the alphabet has 32 characters, and none of them resembles another", () => {
  expect(new Set(BACKUP_CODE_ALPHABET).size).toBe(32);
  expect(BACKUP_CODE_ALPHABET).not.toMatch(/[ILOU]/);
});

test("a code is shown in two groups of five", () => {
  expect(formatBackupCode("7KQ2M9XD4H")).toBe("7KQ2M-9XD4H");
});

test.each([
  ["7KQ2M-9XD4H", "7KQ2M9XD4H"],
  ["7KQ2M9XD4H", "7KQ2M9XD4H"],
  ["7kq2m 9xd4h", "7KQ2M9XD4H"],
  [" 7kq2m–9xd4h\n", "7KQ2M9XD4H"],
  ["7 k q 2 m 9 x d 4 h", "7KQ2M9XD4H"],
  ["0123456789", "0123456789"],
  ["OoIiLl-2345", "0011112345"],
  ["ABCDEF-GHIJKL-MNOPQR-STUVWX", LEGACY],
  ["abcdef ghijkl mnopqr stuvwx", LEGACY],
])("%j is read as %s", (text, code) => {
  expect(parseBackupCode(text)).toBe(code);
});

test.each([
  "",
  "7KQ2M9XD4",
  "7KQ2M9XD4HH",
  "7KQ2M9XD4U",
  "7KQ2M9XD4!",
  "7KQ2M_9XD4H",
  LEGACY.slice(1),
  `${LEGACY}A`,
])("%j is not a backup code", (text) => {
  expect(parseBackupCode(text)).toBeNull();
});

test("a code of 24 letters, as earlier versions issued, is recognized by its length", () => {
  expect(isLegacyBackupCode(LEGACY)).toBe(true);
  expect(isLegacyBackupCode("7KQ2M9XD4H")).toBe(false);
});
