/** The new end of a trial that a master extends. */
import { date, nullable } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const ADDED = { columns: { ends_at: nullable(date()) } };

export const givenTime: Migration = {
  name: "0025-given-time",
  up: (schema) => schema.addColumns("billing_intents", ADDED),
  down: (schema) => schema.dropColumns("billing_intents", ADDED),
};
