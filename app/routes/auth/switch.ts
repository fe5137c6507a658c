/** POST /switch: switches to another account of the user. The user menu posts it. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { switchAccount } from "~/services/identity/user-sessions.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/switch", () => redirect(paths.dashboard));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/switch", {
    operation: switchAccount,
    redirectTo: () => paths.dashboard,
    failTo: () => paths.dashboard,
  });

export const clientAction = keepPage;
