/** The outbox: a mail is written here in the transaction that causes it, and sent afterwards. */
import { date, id, integer, nullable, string, text, type Entity } from "./store/entity";

export type MailStatus = "waiting" | "sent" | "dead";

export interface MailRow {
  id: string;
  recipient: string;
  template: string;
  locale: string;
  /** The template's values as JSON, encrypted: links in it carry one-time tokens. Emptied once sent. */
  payload: string;
  status: MailStatus;
  attempts: number;
  /** Not before this time. */
  dueAt: Date;
  /** A process is sending it until then. */
  lockedUntil: Date;
  /** Why the last try failed, for mission control. */
  failure: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export const mailEntity: Entity<MailRow> = {
  table: "mails",
  belongsTo: null,
  fields: {
    id: id(),
    recipient: string(),
    template: string(64),
    locale: string(8),
    payload: text(),
    status: string(16),
    attempts: integer(),
    dueAt: date(),
    lockedUntil: date(),
    failure: nullable(text()),
    createdAt: date(),
    sentAt: nullable(date()),
  },
  indexes: [["status", "dueAt"]],
};
