/**
 * Building blocks of every form's schema. They run in the browser and again on the server, and use zod/mini
 * because a page that shows a form downloads them. All accept what a form posts (strings) and what JSON
 * holds; any other value gets a message, never an exception. Messages are packed keys; the field that shows a
 * message fills in `label`.
 */
import * as z from "zod/mini";
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  TEXT_MAX_LENGTH,
  URL_MAX_LENGTH,
} from "../limits";
import { toMessage, type Message } from "../messages";
import { SPECIAL_CHARACTER } from "../text";

interface TextOptions {
  /** In characters. */
  min?: number;
  max?: number;
  /** Allows line breaks and tabs. Other control characters are never allowed. */
  isMultiline?: boolean;
}

/** Creates a form's schema from its fields and their rules. Unknown fields are dropped. */
export function createFormSchema<Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.object(fields, { error: toMessage("form:invalid") });
}

/** The names of a form's fields: what a page's form passes on to an operation that takes more. */
export function listFields<Fields extends z.core.$ZodShape>(form: { shape: Fields }) {
  return Object.keys(form.shape) as (keyof Fields)[];
}

/** A field that may be missing, as when only some of several settings are changed. */
export const optional = z.optional;

/** Text that must be present. Surrounding spaces are removed; see `tidy` for the rest. */
export function requiredText(required: Message = REQUIRED, options: TextOptions = {}) {
  const { min = 1, max = TEXT_MAX_LENGTH, isMultiline = false } = options;
  return z.string({ error: requireTextInput(required) }).check(
    z.overwrite(normalizeText),
    z.minLength(1, { error: required, abort: true }),
    z.regex(isMultiline ? SEVERAL_LINES : ONE_LINE, {
      error: toMessage("form:control_characters"),
      abort: true,
    }),
    z.minLength(min, toMessage("form:min_length", { minLength: min })),
    z.maxLength(max, toMessage("form:max_length", { maxLength: max })),
  );
}

/** Text that may be empty or missing, which becomes "". */
export function optionalText(options: TextOptions = {}) {
  return z._default(clearableText(options), "");
}

/** Text that may be empty: in a change, "" empties it. */
export function clearableText({ max = TEXT_MAX_LENGTH, isMultiline = false }: TextOptions = {}) {
  return z.string({ error: requireTextInput(REQUIRED) }).check(
    z.overwrite(normalizeText),
    z.regex(isMultiline ? SEVERAL_LINES : ONE_LINE, {
      error: toMessage("form:control_characters"),
      abort: true,
    }),
    z.maxLength(max, toMessage("form:max_length", { maxLength: max })),
  );
}

/** A text that matches `allowed`, or "". */
export function clearableChoice(allowed: RegExp, unknown: Message) {
  return clearableText().check(z.refine((text) => text === "" || allowed.test(text), { error: unknown }));
}

/** A phone number as `phone` accepts it, or "". */
export function clearablePhone() {
  return clearableChoice(PHONE, toMessage("form:phone"));
}

/** A URL as `url` accepts it, or "". */
export function clearableUrl({ max = URL_MAX_LENGTH } = {}) {
  return clearableText({ max }).check(
    z.refine((text) => text === "" || URL_PATTERN.test(text), { error: toMessage("form:url") }),
  );
}

/** An email as `email` normalizes it, or "". */
export function clearableEmail() {
  return clearableText({ max: EMAIL_MAX_LENGTH }).check(
    z.overwrite(normalizeEmail),
    z.refine((text) => text === "" || EMAIL.test(text), { error: toMessage("form:email") }),
  );
}

/** The name of a user. */
export function personName() {
  return requiredText(toMessage("form:name_required"), { max: NAME_MAX_LENGTH });
}

/**
 * An email in the one spelling that is stored and mailed: NFKC, trimmed, lower case, the domain in ASCII. It
 * is normalized before it is checked, so that two spellings of a mailbox cannot become two users.
 */
export function email(
  invalid: Message = toMessage("form:email"),
  required: Message = toMessage("form:email_required"),
) {
  return z.string({ error: requireTextInput(required) }).check(
    z.overwrite(normalizeEmail),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(EMAIL_MAX_LENGTH, {
      error: toMessage("form:max_length", { maxLength: EMAIL_MAX_LENGTH }),
      abort: true,
    }),
    z.regex(EMAIL, invalid),
  );
}

/** A new password: 8 to 128 characters, one of them special. It is taken as typed, spaces included. */
export function newPassword() {
  return givenText(toMessage("form:password_required")).check(
    z.minLength(PASSWORD_MIN_LENGTH, toMessage("form:min_length", { minLength: PASSWORD_MIN_LENGTH })),
    z.maxLength(PASSWORD_MAX_LENGTH, toMessage("form:max_length", { maxLength: PASSWORD_MAX_LENGTH })),
    z.regex(SPECIAL_CHARACTER, toMessage("form:password_special")),
  );
}

/** An existing password. Only its presence is checked here, and a length that is safe to hash. */
export function password(required: Message = toMessage("form:password_required")) {
  return givenText(required).check(
    z.maxLength(PASSWORD_MAX_LENGTH, toMessage("form:max_length", { maxLength: PASSWORD_MAX_LENGTH })),
  );
}

/** A password that is given a second time. */
export const confirmedPassword = () => password(toMessage("form:confirm_required"));

/** For an object's `.check()`: the second field must repeat the first, or may be missing when `isOptional` is set. */
export function repeats(field: string, repetition: string, { isOptional = false } = {}) {
  return z.refine<Record<string, unknown>>(
    (values) => values[field] === values[repetition] || (isOptional && values[repetition] === undefined),
    { error: toMessage("form:passwords_differ"), path: [repetition] },
  );
}

/** A phone number: an optional plus, then 7 to 15 digits with at most single spaces between them. */
export function phone({ required = REQUIRED, invalid = toMessage("form:phone") } = {}) {
  return pattern(PHONE, { required, invalid, max: 30 });
}

/** A URL, with or without its scheme. */
export function url({ required = REQUIRED, invalid = toMessage("form:url") } = {}) {
  return pattern(URL_PATTERN, { required, invalid, max: URL_MAX_LENGTH });
}

/** A number, given as a number or as its digits. */
export function number({
  required = REQUIRED,
  invalid = toMessage("form:number"),
  min = -Infinity,
  max = Infinity,
} = {}) {
  const toError = (issue: { input?: unknown }) => (isEmptyInput(issue.input) ? required : invalid);
  const range = toMessage(...toRangeMessage(min, max));
  const written = z.string({ error: toError }).check(z.trim(), z.regex(NUMBER, { error: toError }));
  const read = z.pipe(
    z.union([z.number({ error: toError }), written], { error: toError }),
    z.transform(Number),
  );
  return z.pipe(read, z.number({ error: toError }).check(z.gte(min, range), z.lte(max, range)));
}

export const REQUIRED = toMessage("form:required");

const ONE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
const SEVERAL_LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\n])*$/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PHONE = /^\+?\d(?: ?\d){6,14}$/;
const URL_PATTERN =
  /^(?:(?:https?|ftp|smtp):\/\/)?(?:www\.)?(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}(?:\/[^\s?#]*)?(?:\?[^\s#]*)?$/i;
/** One @, an ASCII local part without quotes, a domain of at least two labels. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Invisible characters that reorder or hide text. They could make one name look like another. */
const HIDDEN_MARKS = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Normalizes text for storage: composed letters, `\n` line breaks, no surrounding spaces. Hidden characters
 * are dropped rather than rejected, because phones and messengers add them to copied text. The marks of
 * right-to-left scripts stay.
 */
function normalizeText(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n").replace(HIDDEN_MARKS, "").trim();
}

function normalizeEmail(email: string): string {
  const plain = email.normalize("NFKC").trim().toLowerCase();
  const at = plain.indexOf("@");
  const domain = plain.slice(at + 1);
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[a-z0-9.-]+$/.test(domain)) return plain;
  return `${plain.slice(0, at)}@${toAsciiDomain(domain)}`;
}

function toAsciiDomain(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain; // Not a domain at all: the pattern rejects it.
  }
}

function pattern(
  regex: RegExp,
  { required, invalid, max }: { required: Message; invalid: Message; max: number },
) {
  return requiredText(required, { max }).check(z.regex(regex, invalid));
}

/** Text that is taken exactly as it was sent. */
function givenText(required: Message) {
  return z
    .string({ error: requireTextInput(required) })
    .check(
      z.minLength(1, { error: required, abort: true }),
      z.regex(ONE_LINE, { error: toMessage("form:control_characters"), abort: true }),
    );
}

/**
 * A missing value is "required". A list, an object or a number gets its own message, so that an API client
 * learns what is wrong.
 */
function requireTextInput(required: Message) {
  return ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? required : toMessage("form:not_text");
}

/** Whether the value is what a form posts for an untouched field, or what JSON may hold instead. */
export function isEmptyInput(input: unknown): boolean {
  return input === undefined || input === null || input === "";
}

function toRangeMessage(min: number, max: number): Parameters<typeof toMessage> {
  if (min === -Infinity) return ["form:max", { max }];
  if (max === Infinity) return ["form:min", { min }];
  return ["form:between", { min, max }];
}
