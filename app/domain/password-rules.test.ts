import { expect, test } from "vitest";
import { createFormSchema, newPassword } from "./forms/rules";
import { checkPasswordRules } from "./password-rules";

test.each([
  ["", false, false],
  ["1234567", false, false],
  ["123456!", false, true],
  ["12345678", true, false],
  ["12345678-", true, false],
  ["contraseña", true, false],
  ['1234567"', true, true],
  ["correct horse!", true, true],
])("%j: long enough is %s, a special character is %s", (password, length, special) => {
  expect(checkPasswordRules(password)).toEqual({ length, special });
  expect(createFormSchema({ password: newPassword() }).safeParse({ password }).success).toBe(
    length && special,
  );
});
