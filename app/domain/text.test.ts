import { expect, test } from "vitest";
import { createFormSchema, newPassword } from "./forms/rules";
import { checkPasswordRules, toMailbox } from "./text";

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

test.each([
  ["ada@example.com", "ada@example.com"],
  ["ada+1@example.com", "ada@example.com"],
  ["ada+news+2@example.com", "ada@example.com"],
  ["ada+@example.com", "ada@example.com"],
  ["a.da@example.com", "a.da@example.com"],
  ["+ada@example.com", "+ada@example.com"],
  ["ada@a+b.example.com", "ada@a+b.example.com"],
  ["", ""],
  ["ada+1", "ada+1"],
])("%j is counted as the mailbox %j", (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});
