/** The networks somebody has connected to themselves: connecting one, listing them, and disconnecting one. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { linkNetworkForm, unlinkNetworkForm } from "~/domain/forms/networks";
import { NETWORK_NAMES, NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import { endSessions } from "~/models/session.server";
import { deleteSocialLogin, listSocialLogins } from "~/models/social-login.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../records/audit.server";
import { operation, viewerOfContext, type Context } from "../operation.server";
import { queueMail } from "../mail/outbox.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { rotateSession } from "../identity/sessions.server";
import { standingOf } from "../viewer.server";
import { networkStates } from "./attempts.server";
import { findHandOver, lost, takeHandOver, type HandOver } from "./hand-over.server";
import { findLogin, insertLogin } from "./network-sign-in.server";

const linkedShape = z.object({
  networks: z.array(z.object({ provider: z.enum(NETWORKS), date_linked: z.iso.datetime() })),
});

export const getNetworks = operation({
  name: "getNetworks",
  method: "GET",
  path: "/api/user/network",
  summary: "List the social networks connected for signing in.",
  access: { permission: "user", state: "verified" },
  input: z.object({}),
  output: linkedShape,
  async run(_input, context) {
    const { user } = viewerOfContext(context);
    return { data: { networks: await listLinked(context.app.store, user.id) } };
  },
});

export const linkNetwork = operation({
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
    const { user } = viewerOfContext(context);
    await requireReauthentication(context, given);
    const network = await refusingTaken(() =>
      app.store.transaction(async (store) => {
        const handOver = await takeOwnHandOver(store, context, token);
        await connect(store, context, handOver);
        await tell(store, context, { user, network: handOver.network, template: "network_linked" });
        return handOver.network;
      }),
    );
    app.outbox.wake();
    return { data: { provider: network }, message: "networks:linked" };
  },
});

/**
 * Disconnecting leaves nobody outside: whoever may ask for it has a proved address, and a link sent there lets them
 * in. Sessions elsewhere end, as they may have begun by the network.
 */
export const unlinkNetwork = operation({
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
    const { user, session } = viewerOfContext(context);
    await requireReauthentication(context, given);
    const change = await app.store.transaction(async (store) => {
      if (!(await deleteSocialLogin(store, { userId: user.id, provider }))) {
        throw new AppError("not_found", "errors:not_found");
      }
      await endSessions(store, { userId: user.id, exceptId: session.id });
      await recordAudit(store, context, { action: "network_unlinked", target: NETWORK_NAMES[provider] });
      await tell(store, context, { user, network: provider, template: "network_unlinked" });
      return rotateSession(store, context);
    });
    app.outbox.wake();
    return { data: { provider }, message: "networks:unlinked", ...(change && { session: change }) };
  },
});

/** Which networks lead to this person, and since when. */
async function listLinked(
  store: Store,
  userId: string,
): Promise<{ provider: Network; date_linked: string }[]> {
  const logins = await listSocialLogins(store, { userId });
  return logins.map(({ provider, createdAt }) => ({ provider, date_linked: createdAt.toISOString() }));
}

/** What the profile page shows of networks; null for somebody whose address is still to be proved. */
export async function readNetworks(context: Context) {
  const viewer = viewerOfContext(context);
  if (!standingOf(viewer)?.isVerified) return null;
  const linked = await listLinked(context.app.store, viewer.user.id);
  return { networks: networkStates(context), linked };
}

/** What the confirming page shows of a token that connects a network to this very person; null for any other. */
export async function findLinkable(context: Context, token: string): Promise<HandOver | null> {
  const handOver = await findHandOver(context.app, token);
  return handOver && isFor(handOver, viewerOfContext(context).user) ? handOver : null;
}

async function takeOwnHandOver(store: Store, context: Context, token: string): Promise<HandOver> {
  const handOver = await takeHandOver(store, context.app.secrets, token);
  // Thrown away, the transaction leaves somebody else's token as good as it was.
  if (!isFor(handOver, viewerOfContext(context).user)) throw lostLink();
  return handOver;
}

function isFor({ purpose, userId }: HandOver, user: UserRow): boolean {
  return purpose === "link" && userId === user.id;
}

/** Not 401: the person is signed in, and stays so. */
function lostLink(): AppError {
  return new AppError("invalid", lost().said, { inputError: "token" });
}

async function connect(store: Store, context: Context, handOver: HandOver): Promise<void> {
  const { user } = viewerOfContext(context);
  const login = await findLogin(store, handOver);
  if (login?.userId === user.id) return;
  if (login) await takeFromNobody(store, login.userId, handOver);
  await insertLogin(store, handOver, user);
  await recordAudit(store, context, {
    action: "network_linked",
    target: NETWORK_NAMES[handOver.network],
  });
}

/**
 * Somebody who tried to sign up by the network, with an address that was theirs already, got as far as the mail that
 * says so. Whoever holds the network's account now is the same person, and nothing of that try is worth keeping.
 */
async function takeFromNobody(store: Store, userId: string, handOver: HandOver): Promise<void> {
  const holder = await findUser(store, { id: userId });
  if (holder?.verifiedAt) throw taken();
  const { network, subject } = handOver;
  await deleteSocialLogin(store, { userId, provider: network, subject });
}

async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof DuplicateError) {
      const isOtherAccount = failure.fields.includes("userId");
      throw isOtherAccount ? new AppError("conflict", "errors:network_linked_already") : taken();
    }
    if (failure instanceof AppError && failure.code === "unauthenticated") throw lostLink();
    throw failure;
  }
}

function taken(): AppError {
  return new AppError("conflict", "errors:network_taken");
}

function tell(
  store: Store,
  { app }: Context,
  to: { user: UserRow; network: Network; template: "network_linked" | "network_unlinked" },
): Promise<void> {
  const { name, email, locale } = to.user;
  const link = `${app.config.appUrl}${paths.profile}`;
  const values = { name, network: NETWORK_NAMES[to.network], link };
  return queueMail(store, app.secrets, { template: to.template, to: email, locale, values });
}
