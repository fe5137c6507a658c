// The input that the card field accepts, and how the field formats it.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findBrand,
  toCardParams,
  toDigits,
  isTyping,
  validateCard,
  writeCvc,
  writeExpiry,
  writeNumber,
} from "./card-rules.js";

const JUNE_2026 = new Date(2026, 5, 15);

test.each([
  ["4242", "4242"],
  ["424242", "4242 42"],
  ["4242424242424242", "4242 4242 4242 4242"],
  ["4242-4242 4242x4242 9999", "4242 4242 4242 4242"],
  ["378282246310005", "3782 822463 10005"],
  ["", ""],
])("the number %j is formatted as %j", (typed, written) => {
  expect(writeNumber(typed)).toBe(written);
});

test.each([
  ["4", "visa"],
  ["51", "mastercard"],
  ["2223", "mastercard"],
  ["37", "amex"],
  ["9", "unknown"],
])("a number that begins with %s is %s", (start, brand) => {
  expect(findBrand(start).name).toBe(brand);
});

test.each([
  ["1", "1"],
  ["5", "05"],
  ["12", "12"],
  ["123", "12 / 3"],
  ["1234", "12 / 34"],
  ["12/34", "12 / 34"],
  ["12 / 2034", "12 / 20"],
])("the expiry %j is formatted as %j", (typed, written) => {
  expect(writeExpiry(typed)).toBe(written);
});

test("a security code has as many digits as its brand requires", () => {
  expect(writeCvc("12345", "4242")).toBe("123");
  expect(writeCvc("12345", "3782")).toBe("1234");
});

test("formatting a formatted value changes nothing, whatever was typed", () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      for (const write of [writeNumber, writeExpiry]) {
        const once = write(typed);
        expect(write(once)).toBe(once);
        const mayStartWith = ["", "0"].map((zero) => `${zero}${toDigits(typed)}`);
        expect(mayStartWith.some((digits) => digits.startsWith(toDigits(once)))).toBe(true);
      }
    }),
  );
});

test.each([
  [{ number: "4242 4242" }, "incomplete_number"],
  [{ number: "4242 4242 4242 4241" }, "invalid_number"],
  [{ expiry: "1" }, "incomplete_expiry"],
  [{ expiry: "13" }, "invalid_expiry_month"],
  [{ expiry: "05 / 26" }, "invalid_expiry_month_past"],
  [{ expiry: "12 / 25" }, "invalid_expiry_year_past"],
  [{ expiry: "12 / 99" }, "invalid_expiry_year"],
  [{ cvc: "12" }, "incomplete_cvc"],
])("%j is %s", (wrong, code) => {
  const whole = { number: "4242 4242 4242 4242", expiry: "06 / 26", cvc: "123" };
  expect(validateCard(whole, JUNE_2026)).toMatchObject({ isComplete: true, faults: [] });
  expect(validateCard({ ...whole, ...wrong }, JUNE_2026).faults).toMatchObject([{ code }]);
  expect(isTyping(code)).toBe(code.startsWith("incomplete"));
});

test("the sandbox receives digits and four-digit years", () => {
  const typed = { number: "4242 4242 4242 4242", expiry: "06 / 34", cvc: "123" };
  expect(toCardParams(typed)).toEqual({
    number: "4242424242424242",
    exp_month: 6,
    exp_year: 2034,
    cvc: "123",
  });
});
