/** Every way in of a user, with its last use. */
import { readWaysIn } from "~/models/ways-in.server";
import { toCredentials } from "../identity/credentials.server";
import { toShownPasskeys } from "../identity/passkey-views.server";
import { toReauthenticationState } from "../identity/reauthentication.server";
import { requireSession, type Context } from "../platform/operation.server";
import { toShownProviders } from "./identity-providers.server";

/** What the page about security shows, and with what it confirms a change. */
export async function readShownWaysIn(context: Context) {
  const viewer = requireSession(context);
  const { user } = viewer;
  const ways = await readWaysIn(context.app.store, { userId: user.id });
  const { hasTwoFactor, passkeys, identities } = ways;
  const hasPasskey = passkeys.length > 0;
  return {
    credentials: toCredentials(user, ways),
    passkeys: toShownPasskeys(context.app, viewer, passkeys),
    providers: toShownProviders(context, identities),
    reauthentication: toReauthenticationState(viewer, { hasTwoFactor, hasPasskey }),
  };
}
