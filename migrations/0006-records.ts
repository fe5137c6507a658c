/** The audit log, tracked events and notification preferences. */
import { boolean, date, nullable, string, text } from "~/models/store/entity";
import type { Migration } from "~/models/store/schema";

export const records: Migration = {
  name: "0006-records",

  async up(schema) {
    await schema.createTable("audits", {
      columns: {
        id: string(36),
        account_id: string(36),
        actor_id: string(36),
        actor_name: string(100),
        impersonator_id: nullable(string(36)),
        impersonator_name: nullable(string(100)),
        action: string(40),
        target: nullable(string(190)),
        address: string(64),
        created_at: date(),
      },
      indexes: [
        ["account_id", "created_at"],
        ["actor_id", "created_at"],
      ],
    });
    await schema.createTable("events", {
      columns: {
        id: string(36),
        account_id: string(36),
        user_id: string(36),
        name: string(100),
        metadata: nullable(text()),
        created_at: date(),
      },
      indexes: [
        ["account_id", "created_at"],
        ["name", "created_at"],
        ["user_id", "created_at"],
      ],
    });
    await schema.createTable("notification_preferences", {
      columns: { id: string(36), user_id: string(36), name: string(32), is_active: boolean() },
      unique: [["user_id", "name"]],
    });
  },

  async down(schema) {
    for (const table of ["notification_preferences", "events", "audits"]) await schema.dropTable(table);
  },
};
