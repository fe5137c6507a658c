/** Language and colours from the small forms in every layout. */
import { redirect, redirectDocument, replace, type ActionFunctionArgs } from "@remix-run/node";
import { isLocale } from "~/domain/locales";
import { ownPath, paths } from "~/domain/paths";
import { perform } from "~/services/platform/operation.server";
import { updateUser } from "~/services/profile/user.server";
import { readForm } from "./body.server";
import { choiceCookie, flashCookie } from "./cookies.server";
import { failureOf } from "./failure.server";
import { getPageContext } from "./loader.server";

/**
 * Somebody signed in keeps the choice in their record; anybody keeps it in a cookie, so that the sign-in page looks
 * the same after signing out.
 */
export async function savePreferences(args: ActionFunctionArgs): Promise<Response> {
  const context = await getPageContext(args);
  const { config } = context.app;
  try {
    const fields = await readForm(args.request);
    const headers = new Headers();
    if (isLocale(fields.locale)) headers.append("Set-Cookie", choiceCookie(config, "locale", fields.locale));
    if (fields.dark_mode !== undefined) {
      headers.append(
        "Set-Cookie",
        choiceCookie(config, "theme", fields.dark_mode === "true" ? "dark" : "light"),
      );
    }
    const { locale, dark_mode } = fields;
    if (context.viewer) await perform(updateUser, { locale, dark_mode }, context);
    // The texts of another language come with a page that is loaded anew.
    const go = fields.locale === undefined ? replace : redirectDocument;
    return go(ownPath(fields.return_to, paths.signIn), { headers });
  } catch (thrown) {
    const failure = failureOf(thrown, context.app, args.context.request.id);
    const flash = flashCookie(context.app, { variant: "error", message: failure.said });
    return redirect(paths.signIn, { headers: { "Set-Cookie": flash } });
  }
}
