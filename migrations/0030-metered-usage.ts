/** The plan of each batch of API calls, the events in which batches are sent to the provider's meter, and what does not add up. */
import { boolean, date, integer, nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

/** Rows of the version before have no plan. */
const OF_BATCHES: AddedColumns = {
  columns: { plan_id: nullable(string(36)) },
  indexes: [["account_id", "reported_at", "created_at"]],
};

export const meteredUsage: Migration = {
  name: "0030-metered-usage",

  async up(schema) {
    await schema.addColumns("usage_batches", OF_BATCHES);
    await schema.createTable("meter_events", {
      columns: {
        id: string(36),
        account_id: string(36),
        plan_id: string(36),
        customer_id: string(64),
        calls: integer(),
        happened_at: date(),
        status: string(16),
        open_claim: string(36),
        is_trial: boolean(),
        is_correction: boolean(),
        leased_until: date(),
        created_at: date(),
        answered_at: nullable(date()),
      },
      unique: [["open_claim"]],
      indexes: [
        ["account_id", "happened_at"],
        ["status", "happened_at"],
      ],
    });
    await schema.createTable("usage_differences", {
      columns: {
        id: string(36),
        account_id: string(36),
        plan_id: string(36),
        period_start: date(),
        period_end: date(),
        counted: integer(),
        metered: integer(),
        invoiced: nullable(integer()),
        compared_at: date(),
      },
      indexes: [["account_id"]],
    });
  },

  async down(schema) {
    await schema.dropTable("usage_differences");
    await schema.dropTable("meter_events");
    await schema.dropColumns("usage_batches", OF_BATCHES);
  },
};
