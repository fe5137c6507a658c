/** POST /signout: ends the session, and redirects to the path in the form. Opening the URL does nothing. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { toSafeRedirectPath, paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { signOut } from "~/services/sign-in/sign-in.server";

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.signOut, () => redirect(paths.signIn));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.signOut, {
    operation: signOut,
    pick: [],
    redirectTo: (_data, { session }, { return_to }) =>
      session?.kind === "started" ? paths.master : toSafeRedirectPath(return_to, paths.signIn),
    // A user whose session has already ended, as in another tab, is signed out as requested.
    failTo: () => paths.signIn,
  });

export { clientAction } from "~/ui/form/keep-page";
