/** The bodies of the control calls, and their errors: each names the wrong field and what it may be. */
import * as z from "zod";
import { METER_ERROR_CODES } from "../billing/meter-reports";
import { parseJson } from "../http/body";
import { createInvalidRequestError, createUnknownParameterError } from "../http/errors";

const id = z.string().min(1).max(200);

export const advanceBody = z.strictObject({
  to: z.union([z.int(), z.enum(["day", "month", "trial_end"])], {
    error: 'must be "day", "month", "trial_end" or a time in seconds',
  }),
  customer: id.optional(),
});

export const rewindBody = z.strictObject({ to: z.int({ error: "must be a time in seconds" }) });

export const nextPaymentBody = z.strictObject({
  customer: id.optional(),
  outcome: z.enum(["succeeds", "fails", "asks"]),
});

export const disputeBody = z.strictObject({ customer: id, action: z.enum(["open", "win", "lose", "warn"]) });

export const meterReportBody = z.strictObject({
  code: z.enum(METER_ERROR_CODES),
  count: z.int().min(1).max(1_000_000).default(1),
});

export const webhooksBody = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("replay"), event: id }),
  z.strictObject({ action: z.literal("drop"), event: id.optional() }),
  z.strictObject({ action: z.literal("duplicate") }),
  z.strictObject({ action: z.literal("hold") }),
  z.strictObject({ action: z.literal("reverse") }),
  z.strictObject({ action: z.literal("release"), order: z.enum(["same", "reverse"]).optional() }),
]);

/** Reads a JSON body. Throws 400 with the name of the first wrong field. */
export function readBody<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") throw createUnknownParameterError(issue.keys[0] ?? param);
  const message = `${param || "The body"} is invalid: ${issue?.message ?? "not understood"}.`;
  throw createInvalidRequestError(message, { code: "parameter_invalid", param });
}
