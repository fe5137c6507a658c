/** Identities of OpenID Connect: their issuer, a look-up that does not know the provider's name, and their last use. */
import { date, nullable, string } from "~/models/store/entity";
import type { AddedColumns, Migration } from "~/models/store/schema";

const OF_SOCIAL_LOGINS: AddedColumns = {
  columns: { issuer: nullable(string(190)), last_used_at: nullable(date()) },
  indexes: [["subject"]],
};

export const identities: Migration = {
  name: "0037-identities",
  up: (schema) => schema.addColumns("social_logins", OF_SOCIAL_LOGINS),
  down: (schema) => schema.dropColumns("social_logins", OF_SOCIAL_LOGINS),
};
