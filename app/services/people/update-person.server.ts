/**
 * What memberships repeat of their person, and the one way to change it. See
 * docs/decisions/0014-a-membership-repeats-name-and-email.md
 */
import { updateMemberships } from "~/models/membership.server";
import type { Store, Where } from "~/models/store/store";
import { updateUser, type UserRow } from "~/models/user.server";

/** Changes the person, if they are as `where` says, and what their memberships repeat; false when they are not. */
export async function updateUserRow(
  store: Store,
  where: Where<UserRow> & Pick<UserRow, "id">,
  changes: Partial<UserRow>,
): Promise<boolean> {
  const { nameKey, email } = changes;
  if (nameKey === undefined && email === undefined) return updateUser(store, where, changes);
  const repeated = { ...(nameKey !== undefined && { nameKey }), ...(email !== undefined && { email }) };
  return store.transaction(async (inner) => {
    const isChanged = await updateUser(inner, where, changes);
    if (isChanged) await updateMemberships(inner, { userId: where.id, ...repeated });
    return isChanged;
  });
}
