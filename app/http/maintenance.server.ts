/** Maintenance: masters use the product, and everyone else gets 503. */
import { isOpenInMaintenance } from "~/domain/site";
import { findByBearer } from "~/services/identity/sessions.server";
import type { App } from "~/services/platform/app.server";
import type { SessionViewer } from "~/services/platform/viewer.server";
import { identifyPage } from "./identify.server";

interface IncomingRequest {
  /** As `getPagePath` returns it. */
  path: string;
  headers: { cookie?: string; authorization?: string };
}

/**
 * Whether the product is closed to this request. Only during maintenance it looks for the session. When the database
 * cannot say who is signed in, it is closed to all.
 */
export async function isClosedTo(app: App, { path, headers }: IncomingRequest): Promise<boolean> {
  if (!app.site.read().isInMaintenance || isOpenInMaintenance(path)) return false;
  try {
    return !isMaster(await findViewer(app, headers));
  } catch (error) {
    app.log.warn({ err: error }, "during maintenance it could not be found out who sent a request");
    return true;
  }
}

/** An API key never belongs to a master: it acts as a member. */
async function findViewer(app: App, headers: IncomingRequest["headers"]): Promise<SessionViewer | null> {
  const { cookie, authorization } = headers;
  const [, bearer] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization ?? "") ?? [];
  const byBearer = bearer ? await findByBearer(app, bearer) : null;
  return byBearer ?? identifyPage(app, { cookie, authorization, isBrowser: false });
}

/** A master who acts as a user still is one, and must be able to end that. */
function isMaster(viewer: SessionViewer | null): boolean {
  return viewer !== null && (viewer.user.isMaster || viewer.session.impersonatorId !== null);
}
