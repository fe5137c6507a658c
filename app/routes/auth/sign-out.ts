/** POST /signout: ends the session, and goes where the form says. Looking at the address does nothing. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { ownPath, paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { signOut } from "~/services/identity/sign-in.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) => load(args, "/signout", () => redirect(paths.signIn));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/signout",
    operation: signOut,
    input: () => ({}),
    then: ({ session }, _context, fields) =>
      session?.kind === "started" ? paths.master : ownPath(fields.return_to, paths.signIn),
    // Whose session has ended already, as in another tab, is where they wanted to be.
    back: () => paths.signIn,
  });

export const clientAction = keepPage;
