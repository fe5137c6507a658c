/** Connects an identity provider to the signed-in user. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { linkIdentityProviderForm } from "~/domain/forms/identity-providers";
import { createIdentity, deleteIdentity, findIdentity, type IdentityRow } from "~/models/identity.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { getIdentityProviderName } from "../platform/identity-provider-name.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { queueIdentityProviderMail } from "./identity-providers.server";
import {
  consumePendingSignIn,
  findPendingSignIn,
  toInvalidTokenError,
  type PendingSignIn,
} from "./pending-sign-in.server";

export const linkIdentityProvider = defineOperation({
  name: "linkNetwork",
  method: "POST",
  path: "/api/user/network",
  summary: "Connect the identity provider that returned this token. From then on, you can sign in with it.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  input: linkIdentityProviderForm,
  output: z.object({ provider: z.string() }),
  refusesImpersonator: true,
  async run({ token, ...given }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    await requireReauthentication(context, given);
    const provider = await withLinkErrors(() =>
      app.store.transaction(async (store) => {
        const pendingSignIn = await consumePendingLink(store, context, token);
        await connectIdentityProvider(store, context, pendingSignIn);
        await queueIdentityProviderMail(store, context, {
          user,
          provider: pendingSignIn.provider,
          template: "network_linked",
        });
        return pendingSignIn.provider;
      }),
    );
    return { data: { provider }, message: "providers:linked" };
  },
});

/** Finds the provider that a token would connect to this user, for the page that asks; null for any other token. */
export async function findPendingLink(context: Context, token: string): Promise<PendingSignIn | null> {
  const pendingSignIn = await findPendingSignIn(context.app, token);
  return pendingSignIn && isLinkFor(pendingSignIn, requireViewer(context).user) ? pendingSignIn : null;
}

async function consumePendingLink(store: Store, context: Context, token: string): Promise<PendingSignIn> {
  const pendingSignIn = await consumePendingSignIn(store, context.app.secrets, token);
  // The error rolls the transaction back, so another user's token stays valid.
  if (!isLinkFor(pendingSignIn, requireViewer(context).user)) throw toInvalidLinkError();
  return pendingSignIn;
}

function isLinkFor({ purpose, userId }: PendingSignIn, user: UserRow): boolean {
  return purpose === "link" && userId === user.id;
}

/** Not 401: the user is signed in, and stays signed in. */
function toInvalidLinkError(): AppError {
  return new AppError("invalid", toInvalidTokenError().messageKey, { inputError: "token" });
}

async function connectIdentityProvider(
  store: Store,
  context: Context,
  pendingSignIn: PendingSignIn,
): Promise<void> {
  const { user } = requireViewer(context);
  const identity = await findIdentity(store, pendingSignIn);
  if (identity?.userId === user.id) return;
  if (identity) await deleteUnverifiedIdentity(store, identity);
  await createIdentity(store, { ...pendingSignIn, userId: user.id });
  await recordAudit(store, context, {
    action: "network_linked",
    target: getIdentityProviderName(context.app, pendingSignIn.provider),
  });
}

/**
 * A user who signs up by a provider with an email that they use here already gets a second, unverified user, and a mail
 * about the first one. When they connect the provider to the first user, the identity moves there.
 */
async function deleteUnverifiedIdentity(store: Store, identity: IdentityRow): Promise<void> {
  const holder = await findUser(store, { id: identity.userId });
  if (holder?.verifiedAt) throw toTakenError();
  await deleteIdentity(store, identity);
}

/** Maps failures to errors that name the reason why a provider cannot be connected. */
async function withLinkErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof DuplicateError) {
      const isOtherAccount = failure.fields.includes("userId");
      throw isOtherAccount
        ? new AppError("conflict", "errors:sign_in_provider_linked_already")
        : toTakenError();
    }
    if (failure instanceof AppError && failure.code === "unauthenticated") throw toInvalidLinkError();
    throw failure;
  }
}

function toTakenError(): AppError {
  return new AppError("conflict", "errors:sign_in_provider_taken");
}
