/** Indexes of mission control: the figures of its overview, and the filters of its people, accounts and audit log. */
import type { Migration } from "~/models/store/schema";

const ADDED = {
  // With the second column, which is only read, it holds no order of a list: those of unverified users have their own.
  users: [["created_at", "verified_at"], ["support_until"], ["last_sign_in_at"], ["is_master", "id"]],
  subscriptions: [
    ["plan_id", "status", "seats"],
    ["plan_id", "status", "id"],
    ["plan_id", "id"],
    ["status", "id"],
  ],
  sessions: [["account_id", "last_seen_at"]],
  audits: [
    ["action", "created_at"],
    ["actor_id", "action", "created_at"],
    ["account_id", "action", "created_at"],
  ],
};

export const missionControl: Migration = {
  name: "0024-mission-control",

  async up(schema) {
    for (const [table, indexes] of Object.entries(ADDED)) await schema.addIndexes(table, indexes);
  },

  async down(schema) {
    for (const [table, indexes] of Object.entries(ADDED)) await schema.dropIndexes(table, indexes);
  },
};
