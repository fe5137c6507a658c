/** Transferring an account to an admin, who accepts or declines the offer. An account always has exactly one owner. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { offerOwnershipForm } from "~/domain/forms/team";
import { paths } from "~/domain/paths";
import { OWNERSHIP_LIMITS } from "~/domain/rate-limits";
import {
  consumeAccountOffer,
  isAccountOfferedTo,
  offerAccount,
  renameUnnamedAccounts,
} from "~/models/account.server";
import { transferOwnership } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, listUsers, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { getMemberView, type MemberView } from "./member-list.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { recordAccountEvent } from "../platform/account-events/record-account-event.server";
import { queueMail } from "../platform/mail/outbox.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { getMember, requireOwner } from "./require-role.server";
import type { Viewer } from "../platform/viewer.server";
import { toAccountName, toNamedAccount } from "../platform/account-name.server";

export const offerOwnership = defineOperation({
  name: "offerOwnership",
  method: "POST",
  path: "/api/account/owner",
  summary:
    "Offer ownership of the account to one of its admins. Nothing changes until they accept. A new offer replaces the last. The " +
    "admin gets one email for an offer that stands.",
  access: { permission: "owner", state: "verified" },
  needsOwnSession: true,
  input: offerOwnershipForm,
  output: z.object({ user: z.string() }),
  limits: OWNERSHIP_LIMITS,
  refusesImpersonator: true,
  async run({ user: userId, ...given }, context) {
    const { app } = context;
    await requireReauthentication(context, given);
    await app.store.transaction((store) => offerOwnershipTo(store, context, userId));
    return { data: { user: userId }, message: "team:owner.offered" };
  },
});

export const acceptOwnership = defineOperation({
  name: "acceptOwnership",
  method: "POST",
  path: "/api/account/owner/accept",
  summary:
    "Accept ownership of the account that its owner has offered. The previous owner stays as an admin.",
  access: { permission: "admin", state: "verified" },
  needsOwnSession: true,
  input: z.object({}),
  output: z.object({ permission: z.literal("owner") }),
  refusesImpersonator: true,
  async run(_input, context) {
    const { app } = context;
    await app.store.transaction((store) => acceptOffer(store, context));
    return { data: { permission: "owner" }, message: "team:owner.accepted" };
  },
});

export const declineOwnership = defineOperation({
  name: "declineOwnership",
  method: "DELETE",
  path: "/api/account/owner",
  summary: "Decline the ownership you were offered or, as the owner, withdraw the offer.",
  access: { permission: "admin", state: "verified" },
  needsOwnSession: true,
  input: z.object({}),
  output: z.object({}),
  refusesImpersonator: true,
  async run(_input, context) {
    const { user, account, isOwner } = requireViewer(context);
    await context.app.store.transaction(async (store) => {
      const offerTo = { id: account.id, ...(!isOwner && { userId: user.id }) };
      if (!(await consumeAccountOffer(store, offerTo))) throw createNoOfferError();
      await recordAudit(store, context, { action: isOwner ? "ownership_withdrawn" : "ownership_declined" });
    });
    return { data: {}, message: isOwner ? "team:owner.withdrawn" : "team:owner.declined" };
  },
});

/** The open offer of the viewer's account, if the viewer made or received it. */
interface OwnershipOffer {
  /** `to_me`: the viewer may accept or decline. `by_me`: the viewer may withdraw. */
  kind: "to_me" | "by_me";
  name: string;
}

export async function readOwnershipOffer(
  store: Store,
  { user, account, isOwner }: Viewer,
  locale: string,
): Promise<OwnershipOffer | null> {
  const offeredTo = account.ownerOfferedTo;
  if (offeredTo === user.id) return { kind: "to_me", name: toAccountName(account, locale) };
  if (offeredTo === null || !isOwner) return null;
  const other = await findUser(store, { id: offeredTo });
  return { kind: "by_me", name: other?.name ?? "" };
}

/** Returns the member to offer the account to. Throws forbidden unless the caller owns it, not_found for no member. */
export function readCandidate(context: Context, userId: string): Promise<MemberView> {
  const { account, isOwner } = requireViewer(context);
  if (!isOwner) throw new AppError("forbidden", "errors:forbidden");
  return getMemberView(context.app.store, toNamedAccount(account, context.locale), userId);
}

/** Repeating an open offer changes nothing, because its mail was sent. */
async function offerOwnershipTo(store: Store, context: Context, userId: string): Promise<void> {
  const { account } = requireViewer(context);
  await requireOwner(store, context);
  const { membership, user } = await getMember(store, account.id, userId);
  if (membership.role !== "admin") throw new AppError("invalid", "team:owner.admins_only");
  if (await isAccountOfferedTo(store, { id: account.id, userId })) return;
  await offerAccount(store, { id: account.id, userId });
  await recordAudit(store, context, { action: "ownership_offered", target: user.email });
  await queueOfferMail(store, context, user);
}

/** Consumes the offer before the transfer, so that only one of several concurrent calls continues. */
async function acceptOffer(store: Store, context: Context): Promise<void> {
  const { user, account } = requireViewer(context);
  if (!(await consumeAccountOffer(store, { id: account.id, userId: user.id }))) throw createNoOfferError();
  const previousOwnerId = await transferOwnership(store, { accountId: account.id, userId: user.id });
  if (previousOwnerId === null) throw createNoOfferError();
  await renameUnnamedAccounts(store, { ids: [account.id], name: user.name });
  await recordAudit(store, context, { action: "ownership_taken" });
  await recordNewRoles(store, account.id, { previousOwnerId, userId: user.id });
  await notifyBothOwners(store, context, [previousOwnerId, user.id]);
}

/** The previous owner is an admin now, and the admin the owner. */
async function recordNewRoles(
  store: Store,
  accountId: string,
  { previousOwnerId, userId }: { previousOwnerId: string; userId: string },
): Promise<void> {
  for (const { id, name, email } of await listUsers(store, { ids: [previousOwnerId, userId] })) {
    const [role, previous] = id === userId ? ["owner", "admin"] : ["admin", "owner"];
    const data = { id, name, email, role, previous_role: previous };
    await recordAccountEvent(store, { accountId, type: "user.role_changed", data });
  }
}

function createNoOfferError(): AppError {
  return new AppError("conflict", "team:owner.no_offer");
}

async function queueOfferMail(store: Store, context: Context, to: UserRow): Promise<void> {
  const { user, account } = requireViewer(context);
  const { secrets, config } = context.app;
  await queueMail(store, secrets, {
    template: "ownership_offered",
    to: to.email,
    locale: to.locale,
    values: {
      name: to.name,
      owner: user.name,
      account: toAccountName(account, to.locale),
      link: `${config.appUrl}${paths.account}`,
    },
  });
}

async function notifyBothOwners(store: Store, context: Context, userIds: string[]): Promise<void> {
  const { user: owner, account } = requireViewer(context);
  const { secrets, config } = context.app;
  // Without a name of its own it is named after the new owner by now.
  const renamed = account.unnamedSince === null ? account : { ...account, name: owner.name };
  for (const recipient of await listUsers(store, { ids: userIds })) {
    const link = `${config.appUrl}${paths.account}`;
    await queueMail(store, secrets, {
      template: "ownership_taken",
      to: recipient.email,
      locale: recipient.locale,
      values: {
        name: recipient.name,
        owner: owner.name,
        account: toAccountName(renamed, recipient.locale),
        link,
      },
    });
  }
}
