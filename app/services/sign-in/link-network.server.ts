/** Connects a social network to the signed-in user. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { linkNetworkForm } from "~/domain/forms/networks";
import { NETWORK_NAMES, NETWORKS } from "~/domain/networks";
import { deleteSocialLogin } from "~/models/social-login.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { findLogin, insertLogin } from "./network-sign-in.server";
import { queueNetworkMail } from "./networks.server";
import {
  consumePendingSignIn,
  findPendingSignIn,
  toInvalidTokenError,
  type PendingSignIn,
} from "./pending-sign-in.server";

export const linkNetwork = defineOperation({
  name: "linkNetwork",
  method: "POST",
  path: "/api/user/network",
  summary: "Connect the social network that returned this token. From then on, you can sign in with it.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  input: linkNetworkForm,
  output: z.object({ provider: z.enum(NETWORKS) }),
  refusesImpersonator: true,
  async run({ token, ...given }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    await requireReauthentication(context, given);
    const network = await withLinkErrors(() =>
      app.store.transaction(async (store) => {
        const pendingSignIn = await consumePendingLink(store, context, token);
        await connectNetwork(store, context, pendingSignIn);
        await queueNetworkMail(store, context, {
          user,
          network: pendingSignIn.network,
          template: "network_linked",
        });
        return pendingSignIn.network;
      }),
    );
    return { data: { provider: network }, message: "networks:linked" };
  },
});

/** Finds the network that a token would connect to this user, for the page that asks; null for any other token. */
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

async function connectNetwork(store: Store, context: Context, pendingSignIn: PendingSignIn): Promise<void> {
  const { user } = requireViewer(context);
  const login = await findLogin(store, pendingSignIn);
  if (login?.userId === user.id) return;
  if (login) await deleteUnverifiedLogin(store, login.userId, pendingSignIn);
  await insertLogin(store, pendingSignIn, user);
  await recordAudit(store, context, {
    action: "network_linked",
    target: NETWORK_NAMES[pendingSignIn.network],
  });
}

/**
 * A user who signs up by a network with an email that they use here already gets a second, unverified user, and a mail
 * about the first one. When they connect the network to the first user, the login moves there.
 */
async function deleteUnverifiedLogin(
  store: Store,
  userId: string,
  { network, subject }: PendingSignIn,
): Promise<void> {
  const holder = await findUser(store, { id: userId });
  if (holder?.verifiedAt) throw toTakenError();
  await deleteSocialLogin(store, { userId, provider: network, subject });
}

/** Maps failures to errors that name the reason why a network cannot be connected. */
async function withLinkErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof DuplicateError) {
      const isOtherAccount = failure.fields.includes("userId");
      throw isOtherAccount ? new AppError("conflict", "errors:network_linked_already") : toTakenError();
    }
    if (failure instanceof AppError && failure.code === "unauthenticated") throw toInvalidLinkError();
    throw failure;
  }
}

function toTakenError(): AppError {
  return new AppError("conflict", "errors:network_taken");
}
