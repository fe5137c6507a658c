/** Accounts without a name that the version before has created: they are named after their owner, too. */
import { listUnnamedAccounts, renameUnnamedAccounts } from "~/models/account.server";
import { listOwners } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listUsers } from "~/models/user.server";
import { PREVIOUS_NAMES } from "../platform/account-name.server";

/** How many accounts of the version before are named after their owners at once. */
const UNNAMED_ACCOUNTS_BATCH = 100;

/** Stores the owner's name with each such account. Several processes may run it. Returns how many it looked at. */
export async function nameUnnamedAccounts(store: Store, isStopped: () => boolean): Promise<number> {
  let [after, count] = ["", 0];
  for (;;) {
    const limit = UNNAMED_ACCOUNTS_BATCH;
    const accounts = await listUnnamedAccounts(store, { names: PREVIOUS_NAMES, after, limit });
    const owners = await readOwnerNames(store, accounts);
    for (const { id } of accounts) {
      if (isStopped()) return count;
      const name = owners.get(id);
      if (name !== undefined) await renameUnnamedAccounts(store, { ids: [id], name });
      count += 1;
    }
    if (accounts.length < limit) return count;
    after = accounts.at(-1)?.id ?? "";
  }
}

/** By the account. */
async function readOwnerNames(
  store: Store,
  accounts: readonly { id: string }[],
): Promise<Map<string, string>> {
  const accountIds = accounts.map(({ id }) => id);
  const owners = accountIds.length > 0 ? await listOwners(store, { accountIds }) : [];
  const users = owners.length > 0 ? await listUsers(store, { ids: owners.map(({ userId }) => userId) }) : [];
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return new Map(
    owners.flatMap(({ accountId, userId }) => {
      const name = names.get(userId);
      return name === undefined ? [] : [[accountId, name] as const];
    }),
  );
}
