/** When an account's seats have to be compared with its members, and its API calls by day and by batch. */
import { date, integer, nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_SUBSCRIPTIONS: AddedColumns = {
  columns: { seats_due_at: nullable(date()) },
  indexes: [["seats_due_at"]],
};

export const seatsAndUsage: Migration = {
  name: "0013-seats-and-usage",

  async up(schema) {
    await schema.addColumns("subscriptions", OF_SUBSCRIPTIONS);
    await schema.createTable("usage_days", {
      columns: { id: string(36), account_id: string(36), day: string(10), calls: integer() },
      unique: [["account_id", "day"]],
      indexes: [["day"]],
    });
    await schema.createTable("usage_batches", {
      columns: {
        id: string(36),
        account_id: string(36),
        calls: integer(),
        created_at: date(),
        reported_at: nullable(date()),
      },
      indexes: [["account_id"], ["reported_at", "created_at"]],
    });
  },

  async down(schema) {
    await schema.dropTable("usage_batches");
    await schema.dropTable("usage_days");
    await schema.dropColumns("subscriptions", OF_SUBSCRIPTIONS);
  },
};
