/** Which endpoints work, and the indexes by which the worker finds whose delivery is next. */
import { date, nullable } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

/** Existing endpoints get null: each works from its next delivery on. */
const OF_ENDPOINTS = { columns: { working_since: nullable(date()) } };
const OF_DELIVERIES = [
  ["status", "due_at", "locked_until", "endpoint_id"],
  ["endpoint_id", "status", "due_at"],
];

export const webhookTurns: Migration = {
  name: "0028-webhook-turns",

  async up(schema) {
    await schema.addColumns("webhook_endpoints", OF_ENDPOINTS);
    await schema.addIndexes("webhook_deliveries", OF_DELIVERIES);
  },

  async down(schema) {
    await schema.dropIndexes("webhook_deliveries", OF_DELIVERIES);
    await schema.dropColumns("webhook_endpoints", OF_ENDPOINTS);
  },
};
