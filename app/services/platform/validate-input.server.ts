/** Checks an operation's input against its schema, and turns what is wrong with it into messages for its fields. */
import { safeParse, type $ZodIssue, type $ZodType, type output } from "zod/v4/core";
import { AppError } from "~/domain/errors";
import type { KeyedMessage, Message } from "~/domain/messages";

/** Returns the input as the schema outputs it. Throws invalid, with the messages of each field. */
export function validateInput<Input extends $ZodType>(schema: Input, raw: unknown): output<Input> {
  const parsed = safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  const errors: Record<string, Message[]> = {};
  const issues = selectIssues(parsed.error.issues, raw);
  for (const issue of issues) (errors[issue.path.join(".")] ??= []).push(issue.message);
  const first = issues[0];
  // The message of every form rule is a key.
  throw new AppError("invalid", (first?.message as KeyedMessage | undefined) ?? "errors:invalid", {
    inputError: first && first.path.length > 0 ? first.path.join(".") : undefined,
    errors,
  });
}

/**
 * The issues to report. A form that is a union of variants has issues for each: reports the first variant whose invalid
 * fields are all present in the input, or else the last one, which is the usual one.
 */
function selectIssues(issues: readonly $ZodIssue[], raw: unknown): readonly $ZodIssue[] {
  const [only] = issues;
  // A single field may be a union too. It has a message of its own.
  if (only?.code !== "invalid_union" || only.path.length > 0 || only.errors.length === 0) return issues;
  const isFieldGiven = ({ path }: $ZodIssue) => Object.hasOwn(raw ?? {}, path[0] ?? "");
  const variants = only.errors as readonly (readonly $ZodIssue[])[];
  return variants.find((variant) => variant.every(isFieldGiven)) ?? variants.at(-1) ?? issues;
}
