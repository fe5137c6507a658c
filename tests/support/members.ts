/** Membership in somebody else's account, put straight into the store. */
import { v7 as uuid } from "uuid";
import type { Role } from "~/domain/roles";
import type { Store } from "~/models/store/store";

/** Makes a person a member of a further account; not its owner. */
export async function addMember(
  store: Store,
  { userId, accountId, role = "user" }: { userId: string; accountId: string; role?: Exclude<Role, "owner"> },
): Promise<void> {
  const id = uuid();
  await store.insert("memberships", { id, userId, accountId, role, ownerClaim: id, createdAt: new Date() });
}
