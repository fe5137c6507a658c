/** POST /preferences: saves the language or the theme, with the user or in a cookie, or dismisses the announcement. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { savePreferences } from "~/http/preferences.server";

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.preferences, () => redirect("/"));

export const action = (args: ActionFunctionArgs) => savePreferences(args);

export { clientAction } from "~/ui/form/keep-page";
