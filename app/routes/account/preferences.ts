/** POST /preferences: saves the language or the theme, with the user or in a cookie, or dismisses the announcement. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { handleLoader } from "~/http/loader.server";
import { savePreferences } from "~/http/preferences.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) => handleLoader(args, "/preferences", () => redirect("/"));

export const action = (args: ActionFunctionArgs) => savePreferences(args);

export const clientAction = keepPage;
