/** Indexes for the cleanup, signing out and deleting users. Removes indexes that no query uses. */
import type { Migration } from "~/models/store/schema";

const ADDED = {
  sessions: [["idle_expires_at"], ["impersonator_id"]],
  tokens: [["account_id"]],
  invites: [["expires_at"]],
  logins: [["created_at"]],
};
const DROPPED = {
  sessions: [["parent_id"]],
  invites: [["email"]],
  events: [["name", "created_at"]],
};

export const indexes: Migration = {
  name: "0008-indexes",

  async up(schema) {
    for (const [table, columns] of Object.entries(ADDED)) await schema.addIndexes(table, columns);
    for (const [table, columns] of Object.entries(DROPPED)) await schema.dropIndexes(table, columns);
  },

  async down(schema) {
    for (const [table, columns] of Object.entries(DROPPED)) await schema.addIndexes(table, columns);
    for (const [table, columns] of Object.entries(ADDED)) await schema.dropIndexes(table, columns);
  },
};
