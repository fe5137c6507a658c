import { expect, test } from "vitest";
import { measureStrength } from "./password-strength";

test.each([
  ["", "weak"],
  ["short1!", "weak"],
  ["password", "weak"],
  ["aaaaaaaaaaaaaaaa!", "weak"],
  ["password1", "fair"],
  ["Password1!", "fair"],
  ["Passw0rd-long", "strong"],
  ["four words by chance", "strong"],
  ["contraseña larga", "strong"],
])("%j is %s", (password, strength) => expect(measureStrength(password)).toBe(strength));
