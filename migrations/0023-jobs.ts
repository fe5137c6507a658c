/** The jobs, which work outside of requests: when each is due, which run has it until when, and how the last run ended. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const jobs: Migration = {
  name: "0023-jobs",

  async up(schema) {
    await schema.createTable("jobs", {
      columns: {
        id: string(64),
        due_at: date(),
        locked_until: date(),
        attempts: integer(),
        failure: nullable(text()),
        started_at: nullable(date()),
        finished_at: nullable(date()),
      },
    });
  },

  async down(schema) {
    await schema.dropTable("jobs");
  },
};
