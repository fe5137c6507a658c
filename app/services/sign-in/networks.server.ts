/** The social networks that a user has connected: listing them, connecting one, and disconnecting one. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { linkNetworkForm, unlinkNetworkForm } from "~/domain/forms/networks";
import { NETWORK_NAMES, NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import { endSessions } from "~/models/session.server";
import { deleteSocialLogin, listSocialLogins } from "~/models/social-login.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { rotateSession } from "../identity/sessions.server";
import { toAccessState } from "../platform/viewer.server";
import { listNetworkStates } from "./authorization-request.server";
import { findLogin, insertLogin } from "./network-sign-in.server";
import {
  consumePendingSignIn,
  findPendingSignIn,
  toInvalidTokenError,
  type PendingSignIn,
} from "./pending-sign-in.server";

const linkedShape = z.object({
  networks: z.array(z.object({ provider: z.enum(NETWORKS), date_linked: z.iso.datetime() })),
});

export const getNetworks = defineOperation({
  name: "getNetworks",
  method: "GET",
  path: "/api/user/network",
  summary: "List the social networks connected for signing in.",
  access: { permission: "user", state: "verified" },
  input: z.object({}),
  output: linkedShape,
  async run(_input, context) {
    const { user } = requireViewer(context);
    return { data: { networks: await listLinkedNetworks(context.app.store, user.id) } };
  },
});

export const linkNetwork = defineOperation({
  name: "linkNetwork",
  method: "POST",
  path: "/api/user/network",
  summary: "Connect the social network that returned this token. From then on, you can sign in with it.",
  access: { permission: "user", state: "verified" },
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
    app.outbox.wake();
    return { data: { provider: network }, message: "networks:linked" };
  },
});

/**
 * Disconnecting never locks the user out: their email is verified, and a link sent there signs them in. Their other
 * sessions end, because the network may have started them.
 */
export const unlinkNetwork = defineOperation({
  name: "unlinkNetwork",
  method: "DELETE",
  path: "/api/user/network",
  summary: "Disconnect a social network. You can no longer sign in with it, and every other session ends.",
  access: { permission: "user", state: "verified" },
  input: unlinkNetworkForm,
  output: z.object({ provider: z.enum(NETWORKS) }),
  refusesImpersonator: true,
  async run({ provider, ...given }, context) {
    const { app } = context;
    const { user, session } = requireViewer(context);
    await requireReauthentication(context, given);
    const change = await app.store.transaction(async (store) => {
      if (!(await deleteSocialLogin(store, { userId: user.id, provider }))) {
        throw new AppError("not_found", "errors:not_found");
      }
      await endSessions(store, { userId: user.id, exceptId: session.id });
      await recordAudit(store, context, { action: "network_unlinked", target: NETWORK_NAMES[provider] });
      await queueNetworkMail(store, context, { user, network: provider, template: "network_unlinked" });
      return rotateSession(store, context);
    });
    app.outbox.wake();
    return { data: { provider }, message: "networks:unlinked", ...(change && { session: change }) };
  },
});

/** Lists the networks by which the user can sign in, and since when. */
async function listLinkedNetworks(
  store: Store,
  userId: string,
): Promise<{ provider: Network; date_linked: string }[]> {
  const logins = await listSocialLogins(store, { userId });
  return logins.map(({ provider, createdAt }) => ({ provider, date_linked: createdAt.toISOString() }));
}

/** Reads the networks for the profile page; null while the user's email is unverified. */
export async function readNetworks(context: Context) {
  const viewer = requireViewer(context);
  if (!toAccessState(viewer)?.isVerified) return null;
  const linked = await listLinkedNetworks(context.app.store, viewer.user.id);
  return { networks: listNetworkStates(context), linked };
}

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

function queueNetworkMail(
  store: Store,
  { app }: Context,
  to: { user: UserRow; network: Network; template: "network_linked" | "network_unlinked" },
): Promise<void> {
  const { name, email, locale } = to.user;
  const link = `${app.config.appUrl}${paths.profile}`;
  const values = { name, network: NETWORK_NAMES[to.network], link };
  return queueMail(store, app.secrets, { template: to.template, to: email, locale, values });
}
