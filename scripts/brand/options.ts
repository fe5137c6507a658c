/** The options of `npm run brand`, and what each may be. */
import { parseArgs } from "node:util";
import * as z from "zod";
import { LANGUAGES } from "../../app/domain/locales";

/** Thrown with a sentence that says what to do. */
export class BrandError extends Error {
  override name = "BrandError";
}

export const NAME_MAX_LENGTH = 40;
const LINE_MAX_LENGTH = 100;
const ADDRESS_MAX_LENGTH = 300;
const USAGE =
  'npm run brand -- --name Acme --accent "#0a7f5a" --logo logo.svg [--company "Acme Ltd"] [--address "1 Main Street, London"] ' +
  "[--sender hello@acme.com] [--support-email help@acme.com] [--terms https://…] [--privacy https://…] " +
  "[--languages en,es]";

/** Letters and digits of every script, and what companies have in their names. No HTML, quotes, control or invisible characters. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} &'’.,+!()–-]*$/u;
// Nothing that ends a line, but for an address, and no brackets of HTML.
const LINE = /^[^\p{C}<>]+$/u;
const LINES = /^(?:[^\p{C}<>]|\n)+$/u;

const LOCALES_THERE = Object.keys(LANGUAGES);
const email = z.email("must be an email, as help@acme.com");
const url = z.url({ protocol: /^https?$/, error: "must be a URL, as https://acme.com/terms" });

const RULES = {
  name: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(NAME_MAX_LENGTH, `must have at most ${NAME_MAX_LENGTH} characters`)
    .regex(
      NAME,
      "must begin with a letter or digit, and have letters, digits, spaces and & ' . , + - ! ( ) only",
    ),
  accent: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour as "#0a7f5a", in quotes')
    .toLowerCase(),
  logo: z.string().min(1, "must name an SVG file"),
  company: createLineRule(LINE, LINE_MAX_LENGTH),
  address: createLineRule(LINES, ADDRESS_MAX_LENGTH),
  sender: z.string().refine(isSender, 'must be an email, or "Acme <hello@acme.com>"'),
  "support-email": email,
  terms: url,
  privacy: url,
  languages: z
    .string()
    .transform((list) => [...new Set(list.split(/[\s,]+/).filter(Boolean))])
    .pipe(
      z
        .array(z.enum(LOCALES_THERE, { error: `must be of ${LOCALES_THERE.join(", ")}, as en,es` }))
        .min(1, "must name one"),
    ),
};

export type Options = Partial<z.output<z.ZodObject<typeof RULES>>>;

/** Throws BrandError for what is no option, has no value, or has one that cannot be used. */
export function parseOptions(args: readonly string[]): Options {
  const given = splitOptions(args);
  if (Object.keys(given).length === 0) throw new BrandError(`Say what to change: ${USAGE}`);
  const parsed = z.object(RULES).partial().safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `--${path.join(".")} ${message}`);
  throw new BrandError(`${faults.join("; ")}. Nothing was changed.`);
}

function splitOptions(args: readonly string[]): Record<string, unknown> {
  const names = Object.keys(RULES);
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    return { ...parseArgs({ args: [...args], options }).values };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". To specify")[0] : String(error);
    throw new BrandError(`${reason}. Nothing was changed. Usage: ${USAGE}`);
  }
}

function createLineRule(pattern: RegExp, most: number) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(most, `must have at most ${most} characters`)
    .regex(pattern, "must not have control characters or < and >");
}

function isSender(value: string): boolean {
  const [, name, inside] = /^([^<>\p{C}]*?)\s*<([^<>]*)>$/u.exec(value) ?? [];
  return z.email().safeParse(inside ?? value).success && (name === undefined || !/[",]/.test(name));
}

/** The name in the names of files and hosts: "Ñandú & Co." is "nandu-co". "product" where nothing of it is left. */
export function toSlug(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "product";
}
