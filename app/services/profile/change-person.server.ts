/**
 * What memberships repeat of their person, and the one way to change it. See
 * docs/decisions/0014-a-membership-repeats-name-and-address.md
 */
import type { MembershipRow } from "~/models/membership";
import type { Store, Where } from "~/models/store/store";
import { updateUser, type UserRow } from "~/models/user.server";

type Repeated = Pick<MembershipRow, "nameKey" | "email">;

/** What a new membership of this person repeats. */
export function repeatedOf({ nameKey, email }: UserRow): Repeated {
  return { nameKey, email };
}

/** Changes the person, if they are as `where` says, and what their memberships repeat; false when they are not. */
export async function changePerson(
  store: Store,
  where: Where<UserRow> & Pick<UserRow, "id">,
  changes: Partial<UserRow>,
): Promise<boolean> {
  const { nameKey, email } = changes;
  if (nameKey === undefined && email === undefined) return updateUser(store, where, changes);
  const repeated = { ...(nameKey !== undefined && { nameKey }), ...(email !== undefined && { email }) };
  return store.transaction(async (inner) => {
    const isChanged = await updateUser(inner, where, changes);
    if (isChanged) await inner.update("memberships", { userId: where.id }, repeated);
    return isChanged;
  });
}
