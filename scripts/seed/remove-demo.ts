/** Removes what a run of the seed has made that did not get to its end. */
import type { AccountRow } from "../../app/models/account.server";
import { findOwner } from "../../app/models/membership.server";
import { closeAccount } from "../../app/services/closing/close.server";
import type { App } from "../../app/services/platform/app.server";
import { runOperation } from "../../app/services/platform/operation.server";
import { createContextFor } from "./callers";
import { createDemoPassword } from "./people";

/** Closes the accounts as their owners would: subscriptions end, and members who are in no other account are deleted. */
export async function removeDemo(app: App, accounts: readonly AccountRow[]): Promise<void> {
  for (const { id: accountId } of accounts) {
    const owner = await findOwner(app.store, { accountId });
    if (!owner) continue;
    const context = await createContextFor(app, { userId: owner.userId, accountId });
    await runOperation(closeAccount, { password: createDemoPassword(app) }, context);
  }
}
