/** A person's second factor: the secret they share with their authenticator app. One row a person. */
import { date, id, integer, nullable, text, type Entity } from "./store/entity";

export interface TwoFactorRow {
  /** The person's id. */
  id: string;
  /** Encrypted. Null until a code has proved that the app has it. */
  secret: string | null;
  /** Encrypted. Shown as a QR code and not proved yet. */
  pendingSecret: string | null;
  /** The last time step whose code was used, so that none works twice. RFC 6238 §5.2. */
  lastStep: number;
  enabledAt: Date | null;
}

export const twoFactorEntity: Entity<TwoFactorRow> = {
  table: "two_factors",
  belongsTo: { user: "id" },
  fields: {
    id: id(),
    secret: nullable(text()),
    pendingSecret: nullable(text()),
    lastStep: integer(),
    enabledAt: nullable(date()),
  },
};
