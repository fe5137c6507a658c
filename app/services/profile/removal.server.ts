/** Removing people and accounts altogether, with all that is theirs. */
import type { Store } from "~/models/store/store";
import type { UserRow } from "~/models/user.server";

/**
 * Removes these people with their sessions, tokens, codes, networks and records. What they did to an account stays in
 * its log, under the name they had. Runs in the caller's transaction, which holds the people's rows: whoever signs in
 * or joins meanwhile waits, and then finds nobody. Their pictures' files are the caller's to remove afterwards.
 */
export async function removePeople(store: Store, people: readonly UserRow[]): Promise<void> {
  if (people.length === 0) return;
  const ids = { in: people.map(({ id }) => id) };
  const masters = people.filter(({ isMaster }) => isMaster).map(({ id }) => id);
  if (masters.length > 0) await store.remove("sessions", { impersonatorId: { in: masters } });
  for (const entity of OF_A_PERSON) await store.remove(entity, { userId: ids });
  await store.remove("twoFactors", { id: ids });
  await store.remove("users", { id: ids });
}

const OF_A_PERSON = [
  "memberships",
  "sessions",
  "tokens",
  "backupCodes",
  "socialLogins",
  "logins",
  "devices",
  "notificationPreferences",
  "events",
] as const;

/** Removes what stands in these accounts besides their people, in the caller's transaction. */
export async function removeRecords(store: Store, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const ids = { in: accountIds };
  for (const entity of OF_AN_ACCOUNT) await store.remove(entity, { accountId: ids });
  await store.remove("subscriptions", { id: ids });
}

const OF_AN_ACCOUNT = ["invites", "sessions", "tokens", "billingIntents", "events", "audits"] as const;
