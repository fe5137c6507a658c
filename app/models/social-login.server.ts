/** A person's identity at a social network: the network and its own name for them, never an address. */
import type { Network } from "~/domain/networks";
import { date, id, string, type Entity } from "./store/entity";

export interface SocialLoginRow {
  id: string;
  provider: Network;
  /** The network's unchanging id of the person. */
  subject: string;
  userId: string;
  createdAt: Date;
}

export const socialLoginEntity: Entity<SocialLoginRow> = {
  table: "social_logins",
  belongsTo: { user: "userId" },
  fields: { id: id(), provider: string(16), subject: string(), userId: id(), createdAt: date() },
  unique: [
    ["provider", "subject"],
    ["userId", "provider"],
  ],
};
