import { expect, test } from "vitest";
import { toMailbox } from "./mailbox";

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
])("%j is counted as %j", (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});
