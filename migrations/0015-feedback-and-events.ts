/** The users' opinions of the product, by rating and with a comment; and tracked events by their name. */
import { date, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

const EVENT_INDEXES = [["name", "created_at"]];

export const feedbackAndEvents: Migration = {
  name: "0015-feedback-and-events",

  async up(schema) {
    await schema.createTable("feedback", {
      columns: {
        id: string(36),
        account_id: string(36),
        user_id: string(36),
        rating: string(16),
        comment: nullable(text()),
        created_at: date(),
      },
      indexes: [["account_id"], ["user_id", "created_at"], ["created_at"], ["rating", "created_at"]],
    });
    await schema.addIndexes("events", EVENT_INDEXES);
  },

  async down(schema) {
    await schema.dropIndexes("events", EVENT_INDEXES);
    await schema.dropTable("feedback");
  },
};
