/** Rules for fields that are chosen rather than typed: lists, switches, files. See rules.ts. */
import * as z from "zod/mini";
import { toMessage, type KeyedMessage, type Message } from "../messages";
import { isEmptyInput, number, REQUIRED } from "./rules";

/** One option of a list. The empty value is not an option. */
export function select<const Option extends string>(
  options: readonly Option[],
  required: Message = REQUIRED,
) {
  return z.enum(options, { error: requireChoice(required) });
}

/** A missing choice is "required"; anything that is not offered is named as such. */
function requireChoice(required: Message) {
  return ({ input }: { input?: unknown }) =>
    isEmptyInput(input) ? required : toMessage("form:not_an_option");
}

/** One option of a list of numbers, given as a number or as its digits. */
export function selectNumber(options: readonly number[], required: KeyedMessage = REQUIRED) {
  const invalid = toMessage("form:not_an_option");
  return z.pipe(
    number({ required, invalid }),
    z.number().check(z.refine((given) => options.includes(given), invalid)),
  );
}

/** Several options of a list. A form posts a single one as plain text. */
export function selectSome<const Option extends string>(
  options: readonly Option[],
  required: Message = REQUIRED,
) {
  const one = select(options, required);
  const isEmpty = (input: unknown) => isEmptyInput(input) || (Array.isArray(input) && input.length === 0);
  const toError = (issue: { input?: unknown }) =>
    isEmpty(issue.input) ? required : toMessage("form:not_an_option");
  const several = z.array(one, { error: toError }).check(z.minLength(1, required));
  return z.pipe(
    z.union([several, one], { error: toError }),
    z.transform((chosen) => [chosen].flat() as Option[]),
  );
}

/** A switch that must be given: JSON's true and false, or the words that a form posts for them. */
export function flag() {
  const value = z.union([z.boolean(), z.enum(["on", "true", "false", ""])], {
    error: requireChoice(REQUIRED),
  });
  return z.pipe(
    value,
    z.transform((given) => given === true || given === "on" || given === "true"),
  );
}

/** A checkbox: a form posts nothing at all when it is off. */
export function checkbox() {
  return z._default(flag(), false);
}

/** One file of an accepted type, such as `image/png`. */
export function file({ accept, maxBytes }: { accept: readonly string[]; maxBytes: number }) {
  return z.file({ error: toMessage("form:file") }).check(
    z.refine((given) => given.size > 0, { error: toMessage("form:file"), abort: true }),
    z.refine((given) => accept.includes(given.type), {
      error: ({ input }) =>
        toMessage("form:excluded", { type: input instanceof File ? getFileType(input) : "" }),
    }),
    z.maxSize(maxBytes, toMessage("form:file_too_large", { megabytes: Math.floor(maxBytes / 1024 ** 2) })),
  );
}

/** A file that may be missing: a browser sends an empty one when the user has chosen none. */
export function optionalFile(rules: Parameters<typeof file>[0]) {
  const isEmpty = (given: unknown) => given instanceof File && given.size === 0;
  return z.optional(
    z.pipe(
      z.transform((given) => (isEmpty(given) ? undefined : given)),
      z.optional(file(rules)),
    ),
  );
}

/** A browser leaves the type of an unknown file empty. The file's name decides then. */
function getFileType({ type, name }: File): string {
  return type || (/\.\w+$/.exec(name)?.[0] ?? name);
}
