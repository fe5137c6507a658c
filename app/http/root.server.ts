/** What every page knows of its reader: language, colours, who they are, and a message left for them. */
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { avatarAddress } from "~/domain/avatars";
import { permissionMap } from "~/domain/roles";
import { findActing } from "~/services/master/impersonation.server";
import { listAccounts } from "~/services/profile/people.server";
import type { Viewer } from "~/services/viewer.server";
import { clearedFlashCookie, readCookies, readFlash, type Flash } from "./cookies.server";
import { labelled } from "./form.server";
import { pageContext, type PageContext } from "./page.server";
import type { RootData, RootViewer } from "~/domain/root-data";

/** The root loader. It guards nothing: it tells a person only about themselves. */
export async function readRoot(args: LoaderFunctionArgs) {
  const context = await pageContext(args);
  const { request, viewer, app } = context;
  const flash = readFlash(request.headers.get("Cookie"));
  const root: RootData = {
    locale: context.locale,
    isDark: viewer ? viewer.user.darkMode : readCookies(request.headers.get("Cookie")).theme === "dark",
    viewer: viewer && (await rootViewer(context, viewer)),
    acting: viewer && (await findActing(app.store, viewer.session)),
    ...told(flash, context),
    isSandbox: app.config.stripe === null,
  };
  return data(root, { headers: flash ? { "Set-Cookie": clearedFlashCookie(app.config) } : {} });
}

/** A message about a form goes to that form, anything else to the page. */
function told(flash: Flash | null, { translator }: PageContext): Pick<RootData, "flash" | "refused"> {
  if (flash?.form === undefined) {
    return {
      flash: flash && { text: translator.message(flash.message), variant: flash.variant },
      refused: null,
    };
  }
  const { form, field, message, values } = flash;
  const refused = {
    ok: false,
    status: 400,
    message: labelled(translator)(message),
    form,
    ...(field !== undefined && { inputError: field }),
    ...(values && { values }),
  } as const;
  return { flash: null, refused };
}

async function rootViewer({ app }: PageContext, viewer: Viewer): Promise<RootViewer> {
  return {
    name: viewer.user.name,
    email: viewer.user.email,
    avatar: avatarAddress(viewer.user.avatar),
    accounts: await listAccounts(app.store, viewer),
    accountId: viewer.account.id,
    sessionMark: app.secrets.sign("session-mark", stateOf(viewer)).slice(0, 12),
    permissions: permissionMap(viewer.permission),
  };
}

/** All that the session user is made of, and the cookie that its token belongs to. Spec §3 "Session user". */
function stateOf({ session, user, account, permission, accountCount, subscription }: Viewer): string {
  const { passwordHash, supportUntil: _, lastSignInAt: __, ...shown } = user;
  const plan = [subscription?.planId, subscription?.status];
  return JSON.stringify([
    session.tokenHash,
    shown,
    passwordHash === null,
    permission,
    account,
    accountCount,
    plan,
  ]);
}
