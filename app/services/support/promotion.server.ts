/** Who is a master: made and unmade on the server alone, never through the web. Design: identity. */
import type { Store } from "~/models/store/store";
import { findVerifiedUser, updateUser, type UserRow } from "~/models/user.server";

/**
 * Makes whoever has proved `email` a master, or no longer one. Says who it is, and whether that changed anything;
 * null when nobody has proved the address. What a former master does as somebody else ends with their next request.
 */
export async function setMaster(
  store: Store,
  { email, isMaster }: { email: string; isMaster: boolean },
): Promise<{ user: UserRow; isChanged: boolean } | null> {
  const user = await findVerifiedUser(store, { email });
  // The column holds the person's id until they have proved an address.
  if (!user?.verifiedAt) return null;
  const isChanged = await updateUser(store, { id: user.id, isMaster: !isMaster }, { isMaster });
  return { user, isChanged };
}
