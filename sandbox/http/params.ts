/** The parameters of an endpoint: schemas over form strings, and their errors in the provider's words. */
import * as z from "zod";
import {
  createInvalidRequestError,
  createMissingParameterError,
  createUnknownParameterError,
  type SandboxError,
} from "./errors";
import { toParameterName, type FormTree } from "./form";

const MAX_TEXT = 5000;

/** A value that may be emptied: `''` in the request, null here. */
export function allowEmpty<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === "" ? null : value), schema.nullable());
}

export const text = z.string().min(1).max(MAX_TEXT);
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "Invalid integer")
  .transform(Number);
export const amount = integer.pipe(z.number().min(0, "Invalid non-negative integer"));
export const decimal = z.string().regex(/^\d{1,12}(\.\d{1,12})?$/, "Invalid decimal");
export const flag = z.enum(["true", "false"], "Invalid boolean").transform((value) => value === "true");
export const metadata = z.record(z.string().max(40), z.string().max(500));
export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, "Invalid currency")
  .toLowerCase();
export const range = z.union([
  integer,
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);

const expand = z.array(text).max(20).optional();

/** The parameters of an endpoint. Unknown ones are rejected. */
export function defineParams<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject({ ...shape, expand });
}

/** The parameters of a list: the page, and the given filters. */
export function listParams<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject({
    ...shape,
    expand,
    limit: integer.pipe(z.number().min(1).max(100)).optional(),
    starting_after: text.optional(),
    ending_before: text.optional(),
  });
}

/** Checks the parameters of a request. Throws 400 with the name of the first wrong one. */
export function readParams<S extends z.ZodType>(schema: S, sent: FormTree): z.output<S> {
  const parsed = schema.safeParse(sent, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = flatten(parsed.error.issues);
  throw issue ? toParameterError(issue) : createInvalidRequestError("The request could not be read.");
}

/** The error of a union's last form is the most detailed one. */
function flatten(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const inner = issue.errors.at(-1) ?? [];
    return flatten(inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] })));
  });
}

function toParameterError(issue: z.core.$ZodIssue): SandboxError {
  const param = toParameterName(issue.path);
  if (issue.code === "unrecognized_keys")
    return createUnknownParameterError(toParameterName([...issue.path, issue.keys[0] ?? ""]));
  if (issue.input === undefined) return createMissingParameterError(param);
  if (issue.code === "invalid_value")
    return createInvalidRequestError(`Invalid ${param}: must be one of ${issue.values.join(", ")}`, {
      param,
    });
  if (issue.input === "") return emptyText(param);
  if (issue.message === "Invalid integer") {
    return createInvalidRequestError(`Invalid integer: ${JSON.stringify(issue.input)}`, {
      code: "parameter_invalid_integer",
      param,
    });
  }
  return createInvalidRequestError(`Invalid ${param}: ${issue.message}`, { param });
}

function emptyText(param: string): SandboxError {
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
  return createInvalidRequestError(message, { code: "parameter_invalid_empty", param });
}
