/** An index in the order of mission control's search by email, in place of one that orders the users of a single email. */
import type { Migration } from "~/models/store/schema";

const ADDED = [["email", "id"]];
const REPLACED = [["email", "created_at"]];

export const usersSearched: Migration = {
  name: "0022-users-searched",

  async up(schema) {
    await schema.addIndexes("users", ADDED);
    await schema.dropIndexes("users", REPLACED);
  },

  async down(schema) {
    await schema.addIndexes("users", REPLACED);
    await schema.dropIndexes("users", ADDED);
  },
};
