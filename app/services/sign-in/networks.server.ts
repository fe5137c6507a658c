/** The social networks that a user has connected: listing them, and disconnecting one. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { unlinkNetworkForm } from "~/domain/forms/networks";
import { NETWORK_NAMES, NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import { endSessions } from "~/models/session.server";
import { deleteSocialLogin, listSocialLogins } from "~/models/social-login.server";
import type { Store } from "~/models/store/store";
import type { UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireSession, requireViewer, type Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { rotateSession } from "../identity/sessions.server";
import { listNetworkStates } from "./authorization-request.server";

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
  needsOwnSession: true,
  input: unlinkNetworkForm,
  output: z.object({ provider: z.enum(NETWORKS) }),
  refusesImpersonator: true,
  async run({ provider, ...given }, context) {
    const { app } = context;
    const { user, session } = requireSession(context);
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
    return { data: { provider }, message: "networks:unlinked", session: change };
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
  if (!viewer.accessState.isVerified) return null;
  const linked = await listLinkedNetworks(context.app.store, viewer.user.id);
  return { networks: listNetworkStates(context), linked };
}

/** Tells the user by mail that a network was connected or disconnected. */
export function queueNetworkMail(
  store: Store,
  { app }: Context,
  to: { user: UserRow; network: Network; template: "network_linked" | "network_unlinked" },
): Promise<void> {
  const { name, email, locale } = to.user;
  const link = `${app.config.appUrl}${paths.security}`;
  const values = { name, network: NETWORK_NAMES[to.network], link };
  return queueMail(store, app.secrets, { template: to.template, to: email, locale, values });
}
