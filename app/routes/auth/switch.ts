/** POST /switch: switches to another account of the user. The user menu posts it. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { switchAccount } from "~/services/identity/user-sessions.server";

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.switchAccount, () => redirect(paths.dashboard));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.switchAccount, {
    operation: switchAccount,
    redirectTo: () => paths.dashboard,
    failTo: () => paths.dashboard,
  });

export { clientAction } from "~/ui/form/keep-page";
