/** The input of a tracked event. */
import * as z from "zod/mini";
import { EVENT_METADATA_MAX_BYTES, EVENT_NAME_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { createFormSchema, optional } from "./rules";

const INVALID_NAME = toMessage("errors:event_name");
const INVALID_METADATA = toMessage("errors:event_metadata");

const metadata = z
  .record(z.string(), z.unknown(), { error: INVALID_METADATA })
  .check(z.refine((given) => countBytes(given) <= EVENT_METADATA_MAX_BYTES, { error: INVALID_METADATA }));

const NAME = new RegExp(`^[a-z0-9_.-]{1,${EVENT_NAME_MAX_LENGTH}}$`);

export const eventForm = createFormSchema({
  name: z.string({ error: INVALID_NAME }).check(z.regex(NAME, INVALID_NAME)),
  metadata: optional(metadata),
});

/** Counts the bytes of the value as JSON. Infinity when it is nested too deep to be serialized. */
function countBytes(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length;
  } catch {
    return Infinity;
  }
}
