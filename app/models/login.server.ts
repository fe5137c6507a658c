/** A device that somebody has signed in from: the first time is told by mail. */
import { date, id, string, type Entity } from "./store/entity";

export interface LoginRow {
  id: string;
  userId: string;
  /** SHA-256 of the kind of browser and the network, in hex. */
  deviceHash: string;
  address: string;
  agent: string;
  createdAt: Date;
}

export const loginEntity: Entity<LoginRow> = {
  table: "logins",
  belongsTo: { user: "userId" },
  fields: {
    id: id(),
    userId: id(),
    deviceHash: string(64),
    address: string(64),
    agent: string(255),
    createdAt: date(),
  },
  unique: [["userId", "deviceHash"]],
  indexes: [["userId", "createdAt"], ["createdAt"]],
};
