/** The input of a usage event. */
import * as z from "zod/mini";
import { EVENT_METADATA_MAX_BYTES, EVENT_NAME_MAX_LENGTH } from "../limits";
import { say } from "../messages";
import { formOf, optional } from "./rules";

const INVALID_NAME = say("errors:event_name");
const INVALID_METADATA = say("errors:event_metadata");

const metadata = z
  .record(z.string(), z.unknown(), { error: INVALID_METADATA })
  .check(z.refine((given) => bytesOf(given) <= EVENT_METADATA_MAX_BYTES, { error: INVALID_METADATA }));

const NAME = new RegExp(`^[a-z0-9_.-]{1,${EVENT_NAME_MAX_LENGTH}}$`);

export const eventForm = formOf({
  name: z.string({ error: INVALID_NAME }).check(z.regex(NAME, INVALID_NAME)),
  metadata: optional(metadata),
});

/** Counts the bytes of the value as JSON. Infinity when it is nested too deep to be serialized. */
function bytesOf(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length;
  } catch {
    return Infinity;
  }
}
