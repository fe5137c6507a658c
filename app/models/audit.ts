/** The log of what was done to an account and by whom, readable by its owner and admins. Kept for a while, never changed. */
import type { AuditAction } from "~/domain/audit-actions";
import { date, id, nullable, string, type Entity } from "./store/entity";

export interface AuditRow {
  id: string;
  accountId: string;
  actorId: string;
  /** As it was then: the person may be gone when this is read. */
  actorName: string;
  /** The master who acted as `actorId`. */
  impersonatorId: string | null;
  impersonatorName: string | null;
  action: AuditAction;
  /** Whom or what it was done to, in words: an address, a name, a reason. */
  target: string | null;
  address: string;
  createdAt: Date;
}

export const auditEntity: Entity<AuditRow> = {
  table: "audits",
  belongsTo: { account: "accountId", user: "actorId" },
  keptWhenDeleted: {
    user: "The account keeps the log of what its former members did, under the names they had.",
  },
  fields: {
    id: id(),
    accountId: id(),
    actorId: id(),
    actorName: string(100),
    impersonatorId: nullable(id()),
    impersonatorName: nullable(string(100)),
    action: string(40),
    target: nullable(string()),
    address: string(64),
    createdAt: date(),
  },
  indexes: [["accountId", "createdAt"], ["actorId", "createdAt"], ["createdAt"]],
};
