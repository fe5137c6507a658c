/** Accounts: creates a user's own account, finds the account that a sign-in opens, and renames an account. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { accountNameForm } from "~/domain/forms/profile";
import { createAccount, findAccount, updateAccountName } from "~/models/account.server";
import { createMembership, listMemberships } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { toAccountName } from "../platform/account-name.server";
import { recordAudit } from "../platform/audit/audit.server";
import { requireAsShown } from "../platform/changed-meanwhile.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";

export const renameAccount = defineOperation({
  name: "renameAccount",
  method: "PATCH",
  path: "/api/account",
  summary: "Change the account's name.",
  access: { permission: "owner", state: "any" },
  needsOwnSession: true,
  keyScope: "account:write",
  auditsItself: true,
  input: accountNameForm,
  output: z.object({ id: z.string(), name: z.string() }),
  async run({ name }, context) {
    const { account } = requireViewer(context);
    await setAccountName(context, name, (stored) =>
      requireAsShown(context, { stored: { name: stored }, wanted: { name } }),
    );
    return { data: { id: account.id, name }, message: "profile:saved" };
  },
});

/**
 * Names the viewer's account. The caller has checked that the viewer may. `check` gets the present name as the viewer sees it.
 * Throws not_found when it has been closed.
 */
export async function setAccountName(
  context: Context,
  name: string,
  check?: (stored: string) => void,
): Promise<void> {
  const { account } = requireViewer(context);
  await context.app.store.transaction(async (store) => {
    const stored = await findAccount(store, { id: account.id });
    if (!stored) throw new AppError("not_found", "errors:not_found");
    check?.(toAccountName(stored, context.locale));
    if (!(await updateAccountName(store, { id: account.id, name, asRead: stored.name })))
      throw new AppError("conflict", "errors:conflict");
    await recordAudit(store, context, { action: "account_renamed", target: name });
  });
  await renamePayer(context, name);
}

/**
 * An account that paid before it had a name is called as its owner at the payment provider (`toPayerName`). Its first name
 * replaces the owner's, but not a company that was entered in the billing details. A provider that cannot be reached does
 * not keep the account from its name.
 */
async function renamePayer(context: Context, name: string): Promise<void> {
  const { payments, log } = context.app;
  const { account, user, subscription } = requireViewer(context);
  const customerId = subscription?.customerId;
  if (account.unnamedSince === null || !customerId) return;
  try {
    const details = await payments.findBillingDetails(customerId);
    if (details?.company === user.name)
      await payments.saveBillingDetails(customerId, { ...details, company: name });
  } catch (cause) {
    log.warn(
      { err: cause, account: account.id },
      "the payment provider does not know the account's name yet",
    );
  }
}

/**
 * Creates an account that `user` owns. Returns its id. Until the owner names it, it is named after them
 * (`toAccountName`). Runs in the caller's transaction.
 */
export async function createAccountFor(store: Store, context: Context, user: UserRow): Promise<string> {
  const { id: accountId } = await createAccount(store, user);
  await createMembership(store, { user, accountId, role: "owner" });
  await recordAudit(store, context, { action: "account_created", actor: user, accountId });
  return accountId;
}

/**
 * The account that the user signs in to: their default one, or else the one they joined first. A user who was removed
 * from their last account gets a new one, because they cannot sign up again with an email that they have verified. Runs
 * in the transaction of the sign-in.
 */
export async function getSignInAccount(store: Store, context: Context, user: UserRow): Promise<string> {
  const preferredId = await findPreferredAccount(store, user);
  if (preferredId) return preferredId;
  // Of concurrent sign-ins only one creates the account: the others wait for the user's row, and then find it.
  await findUser(store, { id: user.id });
  return (await findPreferredAccount(store, user)) ?? createAccountFor(store, context, user);
}

async function findPreferredAccount(store: Store, user: UserRow): Promise<string | undefined> {
  const memberships = await listMemberships(store, { userId: user.id });
  const preferred = memberships.find((membership) => membership.accountId === user.defaultAccountId);
  return (preferred ?? memberships[0])?.accountId;
}
