/** Saves the language and the theme from the small forms in every layout, and what was dismissed in this browser. */
import { redirectDocument, replace, type ActionFunctionArgs } from "@remix-run/node";
import { isLocale } from "~/domain/locales";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { runOperation } from "~/services/platform/operation.server";
import { updateUser } from "~/services/profile/user.server";
import { isAnnouncementId } from "./announcement.server";
import { readForm, toFields } from "./body.server";
import { serializeChoiceCookie, serializeLanguageFocus, serializePasskeyOffer } from "./cookies.server";
import { toAppError } from "./failure.server";
import { getPageContext } from "./loader.server";
import { redirectWithError } from "./reply.server";

/**
 * Stores the choice with the signed-in user, and always in a cookie, so that the sign-in page looks the same after signing
 * out.
 */
export async function savePreferences(args: ActionFunctionArgs): Promise<Response> {
  const context = await getPageContext(args);
  const { config } = context.app;
  try {
    const fields = toFields(await readForm(args.request));
    const headers = new Headers();
    if (isLocale(fields.locale)) {
      headers.append("Set-Cookie", serializeChoiceCookie(config, "locale", fields.locale));
      headers.append("Set-Cookie", serializeLanguageFocus(config));
    }
    if (fields.dark_mode !== undefined) {
      headers.append(
        "Set-Cookie",
        serializeChoiceCookie(config, "theme", fields.dark_mode === "true" ? "dark" : "light"),
      );
    }
    if (isAnnouncementId(fields.announcement))
      headers.append("Set-Cookie", serializeChoiceCookie(config, "announcement", fields.announcement));
    if (fields.passkey_offer === "closed")
      headers.append("Set-Cookie", serializePasskeyOffer(config, "closed"));
    const { locale, dark_mode } = fields;
    if (context.viewer && (locale !== undefined || dark_mode !== undefined))
      await runOperation(updateUser, { locale, dark_mode }, context);
    // The texts of another language come with a new document.
    const go = fields.locale === undefined ? replace : redirectDocument;
    return go(toSafeRedirectPath(fields.return_to, paths.signIn), { headers });
  } catch (thrown) {
    const failure = toAppError(thrown, args.context.request);
    return redirectWithError(context, { to: paths.signIn, message: failure.messageKey });
  }
}
