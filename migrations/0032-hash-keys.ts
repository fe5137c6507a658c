/** The keys of hashes by which rows are found. They are stored, so that they outlive a change of the application secret. */
import { date, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const hashKeys: Migration = {
  name: "0032-hash-keys",
  up: (schema) =>
    schema.createTable("hash_keys", {
      columns: { id: string(64), encrypted_key: text(), created_at: date() },
    }),
  down: (schema) => schema.dropTable("hash_keys"),
};
