/** Usage events: what people did with the product. Spec §3. */
import { date, id, nullable, string, text, type Entity } from "./store/entity";

export interface EventRow {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  /** JSON. */
  metadata: string | null;
  createdAt: Date;
}

export const eventEntity: Entity<EventRow> = {
  table: "events",
  belongsTo: { account: "accountId", user: "userId" },
  fields: {
    id: id(),
    accountId: id(),
    userId: id(),
    name: string(100),
    metadata: nullable(text()),
    createdAt: date(),
  },
  indexes: [["accountId", "createdAt"], ["userId", "createdAt"], ["createdAt"]],
};
