/** Reads what every page needs of its viewer: language, theme, user, and a message from the previous page. */
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { toAvatarUrl } from "~/domain/avatars";
import { createPermissionMap } from "~/domain/roles";
import { findImpersonationSession } from "~/services/master/impersonation.server";
import { listAccountsWithRoles } from "~/services/users/session-user.server";
import type { SessionViewer } from "~/services/platform/viewer.server";
import {
  serializeChoiceCookie,
  clearFlashCookie,
  hasFlash,
  hasLanguageFocus,
  readCookies,
  readFlash,
  type Flash,
} from "./cookies.server";
import { readSiteState } from "./announcement.server";
import { getPageContext, withFailureStatus, type PageContext } from "./loader.server";
import type { RootData, RootViewer } from "~/domain/root-data";
import { BRAND_IS_OWN } from "~/product/brand";

/** The root loader. It needs no guard, because it returns only data of the viewer. */
export function readRoot(args: LoaderFunctionArgs) {
  return withFailureStatus(args, async () => respondWithRoot(await getPageContext(args)));
}

async function respondWithRoot(context: PageContext) {
  const { request, viewer, app } = context;
  const cookies = request.headers.get("Cookie");
  const left = readFlash(app, cookies);
  // An update may have removed the text.
  const flash = left && context.translator.hasMessage(left.message) ? left : null;
  const chosen = parseTheme(readCookies(cookies).theme);
  const root: RootData = {
    locale: context.locale,
    theme: viewer ? getUserTheme(viewer) : chosen,
    viewer: viewer && (await toRootViewer(context, viewer)),
    impersonation: viewer && (await findImpersonationSession(app.store, viewer.session)),
    flash: flash && toFlash(flash, context),
    ...(BRAND_IS_OWN && { socialPicture: `${app.config.appUrl}/social.png` }),
    ...(hasLanguageFocus(cookies) && { focusesLanguage: true }),
    isSandbox: app.config.stripe === null && app.config.isLocal,
    site: readSiteState(app, { locale: context.locale, cookies }),
  };
  const headers = new Headers();
  if (hasFlash(app.config, cookies)) headers.append("Set-Cookie", clearFlashCookie(app.config));
  const kept = viewer && getThemeToRemember(viewer, chosen);
  if (kept) headers.append("Set-Cookie", serializeChoiceCookie(app.config, "theme", kept));
  return data(root, { headers });
}

/** Undo belongs to the user who has acted: it is left out once they have signed out. */
function toFlash(flash: Flash, { translator, viewer }: PageContext): RootData["flash"] {
  const { message, variant, undo, isLasting } = flash;
  return { text: translator.message(message), variant, undo: viewer ? undo : undefined, isLasting };
}

function parseTheme(value: string | undefined): RootData["theme"] {
  return value === "dark" || value === "light" ? value : null;
}

/** Null until the user has chosen: the page then follows the operating system. */
function getUserTheme({ user }: SessionViewer): RootData["theme"] {
  if (user.darkMode) return "dark";
  return user.themeChosenAt === null ? null : "light";
}

/**
 * Returns the theme that the browser must remember, so that the sign-in page looks the same after signing out, also on a
 * device where the user never chose.
 */
function getThemeToRemember(viewer: SessionViewer, remembered: RootData["theme"]): RootData["theme"] {
  const theme = getUserTheme(viewer);
  return theme === remembered ? null : theme;
}

async function toRootViewer({ app, locale }: PageContext, viewer: SessionViewer): Promise<RootViewer> {
  return {
    name: viewer.user.name,
    email: viewer.user.email,
    avatar: toAvatarUrl(viewer.user.avatar),
    accounts: await listAccountsWithRoles(app.store, viewer, locale),
    accountId: viewer.account.id,
    sessionVersion: app.secrets.sign("session-mark", hashViewerState(viewer)).slice(0, 12),
    permissions: createPermissionMap(viewer),
    isDemo: viewer.account.demoState !== null,
  };
}

/** Everything that the session user shows, and the hash of the session cookie. */
function hashViewerState(viewer: SessionViewer): string {
  const { session, user, account, permission, role, accountCount, subscription } = viewer;
  const { passwordHash, supportUntil: _, lastSignInAt: __, ...shown } = user;
  const plan = [subscription?.planId, subscription?.status];
  return JSON.stringify([
    session.tokenHash,
    shown,
    passwordHash === null,
    permission,
    role,
    account,
    accountCount,
    plan,
  ]);
}
