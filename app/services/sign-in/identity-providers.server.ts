/** The identity providers that a user has connected: listing them, and disconnecting one. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { unlinkIdentityProviderForm } from "~/domain/forms/identity-providers";
import { paths } from "~/domain/paths";
import { endSessions } from "~/models/session.server";
import { deleteIdentity, listIdentities, type IdentityRow } from "~/models/identity.server";
import type { Store } from "~/models/store/store";
import type { UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireSession, requireViewer, type Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { rotateSession } from "../identity/sessions.server";
import { getIdentityProviderName } from "../platform/identity-provider-name.server";
import { listIdentityProviderStates } from "./authorization-request.server";

const linkedShape = z.object({
  provider: z.string(),
  date_linked: z.iso.datetime(),
  /** Null if never. */
  last_used_at: z.iso.datetime().nullable(),
});

export const getIdentityProviders = defineOperation({
  name: "getNetworks",
  method: "GET",
  path: "/api/user/network",
  summary: "List the identity providers connected for signing in.",
  access: { permission: "user", state: "verified" },
  input: z.object({}),
  output: z.object({ networks: z.array(linkedShape) }),
  async run(_input, context) {
    const { user } = requireViewer(context);
    const identities = await listIdentities(context.app.store, { userId: user.id });
    return { data: { networks: identities.map(toLinked) } };
  },
});

/**
 * Disconnecting never locks the user out: their email is verified, and a link sent there signs them in. Their other
 * sessions end, because the provider may have started them.
 */
export const unlinkIdentityProvider = defineOperation({
  name: "unlinkNetwork",
  method: "DELETE",
  path: "/api/user/network",
  summary:
    "Disconnect an identity provider. You can no longer sign in with it, and every other session ends.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  input: unlinkIdentityProviderForm,
  output: z.object({ provider: z.string() }),
  refusesImpersonator: true,
  async run({ provider, ...given }, context) {
    const { app } = context;
    const { user, session } = requireSession(context);
    await requireReauthentication(context, given);
    const change = await app.store.transaction(async (store) => {
      if (!(await deleteIdentity(store, { userId: user.id, provider }))) {
        throw new AppError("not_found", "errors:not_found");
      }
      await endSessions(store, { userId: user.id, exceptId: session.id });
      await recordAudit(store, context, {
        action: "network_unlinked",
        target: getIdentityProviderName(app, provider),
      });
      await queueIdentityProviderMail(store, context, {
        user,
        provider,
        template: "network_unlinked",
      });
      return rotateSession(store, context);
    });
    return { data: { provider }, message: "providers:unlinked", session: change };
  },
});

function toLinked({ provider, createdAt, lastUsedAt }: IdentityRow): z.infer<typeof linkedShape> {
  const last_used_at = lastUsedAt?.toISOString() ?? null;
  return { provider, date_linked: createdAt.toISOString(), last_used_at };
}

/** The providers for the page about security; null while the user's email is unverified. */
export function toShownProviders(context: Context, identities: readonly IdentityRow[]) {
  if (!requireViewer(context).accessState.isVerified) return null;
  const offered = listIdentityProviderStates(context);
  // Connected, and no longer set up here: the user can still disconnect it.
  const others = identities
    .filter(({ provider }) => !offered.some((one) => one.provider === provider))
    .map(({ provider }) => {
      const name = getIdentityProviderName(context.app, provider);
      return { provider, name, state: "off" as const };
    });
  return [...offered, ...others].map((state) => {
    const identity = identities.find(({ provider }) => provider === state.provider);
    return {
      ...state,
      linked: identity ? { lastUsedAt: identity.lastUsedAt?.toISOString() ?? null } : null,
    };
  });
}

/** Tells the user by mail that a provider was connected or disconnected. */
export function queueIdentityProviderMail(
  store: Store,
  { app }: Context,
  to: { user: UserRow; provider: string; template: "network_linked" | "network_unlinked" },
): Promise<void> {
  const { name, email, locale } = to.user;
  const link = `${app.config.appUrl}${paths.security}`;
  const values = { name, network: getIdentityProviderName(app, to.provider), link };
  return queueMail(store, app.secrets, { template: to.template, to: email, locale, values });
}
