/** The data of the pages of API keys, next to the keys. */
import { AppError } from "~/domain/errors";
import { canGrantScope, KEY_SCOPES } from "~/domain/key-scopes";
import type { KeyedMessage } from "~/domain/messages";
import { findApiKey } from "~/models/api-key.server";
import { toDay, toDayText } from "../billing/api-calls/api-call-totals.server";
import { readReauthentication } from "../identity/reauthentication.server";
import type { App } from "../platform/app.server";
import type { SessionViewer, Viewer } from "../platform/viewer.server";
import { findSeatPlans } from "../team/require-seats.server";
import { readKeyUsage } from "./key-usage.server";
import { toKeyView } from "./key-views.server";
import { requireKeyPlace } from "./require-key-place.server";

/** The life that the form of a new key suggests. A key that never expires is a choice, not the default. */
const KEY_LIFE_SUGGESTED_DAYS = 90;

/** Reads the form of a key: the scopes with what the viewer may grant, the dates, and the way to reauthenticate. */
export async function readKeyForm({ store }: Pick<App, "store">, viewer: SessionViewer, now = Date.now()) {
  const today = toDay(now);
  return {
    scopes: KEY_SCOPES.map((scope) => ({ scope, isAllowed: canGrantScope(viewer, scope) })),
    today: toDayText(today),
    suggestedEnd: toDayText(today + KEY_LIFE_SUGGESTED_DAYS),
    reauthentication: await readReauthentication(store, viewer, { acceptsSignIn: true }),
  };
}

/** One key with its usage; null when the account has no such key. */
export async function readKeyPage(app: Pick<App, "store" | "keyUse">, { account }: Viewer, id: string) {
  const key = await findApiKey(app.store, { accountId: account.id, id });
  if (!key) return null;
  const [apiKey, usage] = await Promise.all([toKeyView(app, key), readKeyUsage(app, key)]);
  return { apiKey, usage };
}

/** Why the account cannot have one more key, and the plan that would allow it; null when it can. */
export async function findKeyLimit(
  { store }: Pick<App, "store">,
  viewer: Viewer,
): Promise<{ message: KeyedMessage; plan: string | null } | null> {
  const plans = await findSeatPlans(store, viewer.subscription);
  try {
    await requireKeyPlace(store, { accountId: viewer.account.id, reader: viewer, plans });
    return null;
  } catch (refusal) {
    if (!(refusal instanceof AppError)) throw refusal;
    return { message: refusal.messageKey, plan: refusal.detail.plan ?? null };
  }
}
