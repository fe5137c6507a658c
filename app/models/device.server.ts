/** A browser that a user has signed in with, known again by its `device` cookie. */
import { date, id, string, type Entity } from "./store/entity";

export interface DeviceRow {
  id: string;
  userId: string;
  /** SHA-256 of the cookie's random token, in hex. Users who share a browser share it. */
  tokenHash: string;
  /** When the user last signed in with it. */
  createdAt: Date;
}

export const deviceEntity: Entity<DeviceRow> = {
  table: "devices",
  belongsTo: { user: "userId" },
  fields: {
    id: id(),
    userId: id(),
    tokenHash: string(64),
    createdAt: date(),
  },
  unique: [["userId", "tokenHash"]],
  indexes: [["tokenHash"], ["userId", "createdAt"], ["createdAt"]],
};
