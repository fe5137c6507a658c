/** The answer to feedback, and how many events of each name there were on each day. */
import { date, integer, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const ANSWER = {
  columns: {
    answered_at: nullable(date()),
    answered_by: nullable(string(100)),
    answer: nullable(text()),
  },
};

export const operatorsLists: Migration = {
  name: "0027-operators-lists",

  async up(schema) {
    await schema.addColumns("feedback", ANSWER);
    await schema.createTable("event_days", {
      columns: { id: string(120), name: string(100), day: string(10), events: integer() },
      indexes: [["name", "day"], ["day"]],
    });
  },

  async down(schema) {
    await schema.dropTable("event_days");
    await schema.dropColumns("feedback", ANSWER);
  },
};
