/** Closing: users delete themselves, and owners close their whole account. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { closingForm } from "~/domain/forms/profile";
import { toMessage } from "~/domain/messages";
import { consumeAccountOffer } from "~/models/account.server";
import { deleteUsers } from "~/models/belongings.server";
import { listMemberships, listOwnedAccountIds } from "~/models/membership.server";
import { updateSession } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { deleteAvatarFiles } from "../users/avatar.server";
import { endBilling } from "../billing/orders/end-billing.server";
import { getSignInAccount } from "../users/account.server";
import { rotateSession } from "../identity/sessions.server";
import {
  defineOperation,
  requireSession,
  requireViewer,
  type Context,
  type SessionChange,
} from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { recordAccountEvent } from "../platform/account-events/record-account-event.server";
import {
  requirePassword,
  requireReauthentication,
  type GivenCredential,
} from "../identity/reauthentication.server";
import { requireOwner } from "../team/require-role.server";
import type { SessionViewer } from "../platform/viewer.server";
import { toAccountName } from "../platform/account-name.server";
import { deleteAccountAndMembers } from "./delete-account.server";

/** `signout` is true when the user is signed out by it. */
const closedShape = z.object({ signout: z.boolean() });

export const closeUser = defineOperation({
  name: "closeUser",
  takesLong: true,
  method: "DELETE",
  path: "/api/user",
  summary:
    "Delete your profile and everything that is yours. An owner first closes the account or transfers its ownership.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: closingForm,
  output: closedShape,
  refusesImpersonator: true,
  async run({ confirmation, ...given }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    requireTypedConfirmation(context, confirmation, user.email);
    await confirm(context, given);
    const deleted = await app.store.transaction((store) => deleteViewer(store, context));
    await deleteAvatarFiles(app, [deleted.avatar]);
    return { data: { signout: true }, message: "profile:closing.user_closed", session: { kind: "ended" } };
  },
});

export const closeAccount = defineOperation({
  name: "closeAccount",
  takesLong: true,
  method: "DELETE",
  path: "/api/account",
  summary:
    "Close the account, as its owner. The subscription ends immediately, API calls that were not billed yet are charged, " +
    "everything in the account is removed, and so is everyone who belongs to no other account.",
  access: { permission: "owner", state: "any" },
  needsOwnSession: true,
  input: closingForm,
  output: closedShape,
  refusesImpersonator: true,
  async run({ confirmation, ...given }, context) {
    const { app } = context;
    const { account, user } = requireViewer(context);
    const name = toAccountName(account, context.locale);
    requireTypedConfirmation(context, confirmation, name);
    await confirm(context, given);
    // Checked before the payment provider is called.
    await requireOwner(app.store, context);
    let session: SessionChange | undefined;
    const deleted = await endBilling(app, account.id, (hold) =>
      app.store.transaction((store) =>
        deleteAccountAndMembers(store, app, {
          account,
          ownerId: user.id,
          hold,
          supportReason: null,
          leave: async (deletedUsers) => {
            session = await leaveAccount(store, context, deletedUsers);
          },
        }),
      ),
    );
    await deleteAvatarFiles(
      app,
      deleted.map(({ avatar }) => avatar),
    );
    return {
      data: { signout: session?.kind === "ended" },
      message: toMessage("profile:closing.account_closed", { account: name }),
      session,
    };
  },
});

/** Ends the viewer's session with the user, or moves it to another account under a new cookie. */
async function leaveAccount(
  store: Store,
  context: Context,
  deletedUsers: readonly UserRow[],
): Promise<SessionChange | undefined> {
  const { user, session } = requireSession(context);
  if (deletedUsers.some(({ id }) => id === user.id)) return { kind: "ended" };
  await updateSession(store, session, { accountId: await getSignInAccount(store, context, user) });
  return rotateSession(store, context);
}

/** Reads the data of the profile page's danger zone. */
export async function readClosing(store: Store, viewer: SessionViewer, locale: string) {
  const { account, user, subscription, plan } = viewer;
  const owned = await listAccountsOwnedByViewer(store, viewer);
  const isOwner = owned.includes(account.id);
  return {
    email: user.email,
    account: toAccountName(account, locale),
    isOwner,
    /** The user owns another account, and therefore cannot delete themselves. */
    ownsElsewhere: !isOwner && owned.length > 0,
    isPaid: subscription?.providerId != null && subscription.status !== "canceled",
    isMetered: plan?.overagePriceMinor != null,
  };
}

/** The accounts that the viewer owns. */
async function listAccountsOwnedByViewer(
  store: Store,
  { user, account, isOwner, accountCount }: SessionViewer,
): Promise<string[]> {
  if (accountCount === 1) return isOwner ? [account.id] : [];
  return listOwnedAccountIds(store, { userId: user.id });
}

/** Deletes the viewer. Throws conflict when they are already deleted, or own an account. */
async function deleteViewer(store: Store, context: Context): Promise<UserRow> {
  // Locks the row until the end: a concurrent sign-in, or transfer of an account to the user, waits.
  const user = await findUser(store, { id: requireViewer(context).user.id });
  if (!user) throw new AppError("conflict", "errors:conflict");
  const memberships = await listMemberships(store, { userId: user.id, limit: MEMBERSHIPS_MAX });
  if (memberships.some(({ role }) => role === "owner"))
    throw new AppError("conflict", "profile:closing.owns_account");
  const { id, name, email } = user;
  for (const { accountId, role } of memberships) {
    await consumeAccountOffer(store, { id: accountId, userId: user.id });
    await recordAudit(store, context, { action: "member_left", target: user.email, accountId });
    const data = { id, name, email, role, reason: "left" as const };
    await recordAccountEvent(store, { accountId, type: "user.removed", data });
  }
  await deleteUsers(store, [user]);
  if (user.verifiedAt) {
    const { secrets } = context.app;
    const { locale } = user;
    await queueMail(store, secrets, { template: "user_closed", to: email, locale, values: { name } });
  }
  return user;
}

/** More memberships than any user has. */
const MEMBERSHIPS_MAX = 10_000;

/** A user with a password has to enter it every time, because closing cannot be undone. */
async function confirm(context: Context, given: GivenCredential): Promise<void> {
  const { user } = requireViewer(context);
  const { password, code, passkey } = given;
  if (user.passwordHash === null || code || passkey) return requireReauthentication(context, given);
  if (!password)
    throw new AppError("invalid", "profile:closing.password_required", { inputError: "password" });
  return requirePassword(context, password);
}

/** On the page, where a click is quick, the user also types the name of what is closed. A program need not. */
function requireTypedConfirmation({ caller }: Context, typed: string, expected: string): void {
  if (caller !== "page" || typed.toLowerCase() === expected.toLowerCase()) return;
  const message =
    typed === "" ? "profile:closing.confirmation_required" : "profile:closing.confirmation_differs";
  throw new AppError("invalid", message, { inputError: "confirmation" });
}
