/** Whether a key works, and for whom it acts. One rule for the calls, the list and the mails. */
import type { KeyStatus } from "~/domain/api-keys";
import { canActAs, type Role } from "~/domain/roles";
import type { ApiKeyRow } from "~/models/api-key.server";

/** `role`: that of the member the key acts as; undefined when they have left. */
export function getKeyStatus(
  { revokedAt, expiresAt }: Pick<ApiKeyRow, "revokedAt" | "expiresAt">,
  role: Role | undefined,
  now = new Date(),
): KeyStatus {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return role !== undefined && canActAs(role, "developer") ? "active" : "orphaned";
}
