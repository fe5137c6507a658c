/** An index in the order of mission control's search by email. */
import type { Migration } from "~/models/store/schema";

const ADDED = [["email", "id"]];

export const usersSearched: Migration = {
  name: "0022-users-searched",
  up: (schema) => schema.addIndexes("users", ADDED),
  down: (schema) => schema.dropIndexes("users", ADDED),
};
