/** Contexts in which the seed runs the product's operations, as requests of the demo's people would. */
import { findViewer } from "../../app/models/viewer.server";
import { issueSession } from "../../app/services/identity/sessions.server";
import type { App } from "../../app/services/platform/app.server";
import { hashToken } from "../../app/crypto/secrets.server";
import type { Context } from "../../app/services/platform/operation.server";
import { toViewer } from "../../app/services/platform/viewer.server";

export interface Member {
  userId: string;
  accountId: string;
}

/** A caller who is not signed in. Each `number` has an IP of its own, of a network for documentation (RFC 5737). */
export function createAnonymousContext(app: App, number = 1): Context {
  const cookies = { cookieHash: null, deviceHash: null };
  const from = { ip: `203.0.113.${number}`, agent: BROWSER, isLocalCaller: true };
  return { app, viewer: null, ...cookies, caller: "script", locale: "en", ...from };
}

const BROWSER =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** A member of an account who is signed in. The session ends with the seed (`endSeedSessions`). */
export async function createContextFor(app: App, member: Member): Promise<Context> {
  const anonymous = createAnonymousContext(app);
  const { token } = await app.store.transaction((store) => issueSession(store, anonymous, member));
  const row = await findViewer(app.store, { tokenHash: hashToken(token) });
  if (!row) throw new Error("the session that has just started was not found");
  return { ...anonymous, viewer: toViewer(row) };
}
