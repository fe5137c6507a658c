/** A hint of how hard a password is to guess; it decides nothing. */
import { PASSWORD_MIN_LENGTH } from "~/domain/limits";

export type Strength = "weak" | "fair" | "strong";

/** Length counts most; a word with a digit behind it is weak however long the rules make it. */
export function measureStrength(password: string): Strength {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < PASSWORD_MIN_LENGTH || distinct < 5 || kinds < 2) return "weak";
  return password.length >= 14 || (password.length >= 11 && kinds >= 3) ? "strong" : "fair";
}

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u];
