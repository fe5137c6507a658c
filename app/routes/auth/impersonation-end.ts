/** POST /impersonation/end: ends the impersonation. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { endImpersonation } from "~/services/master/impersonation.server";

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.endImpersonation, () => redirect(paths.dashboard));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.endImpersonation, {
    operation: endImpersonation,
    pick: [],
    redirectTo: (_data, { session }) => (session?.kind === "started" ? paths.master : paths.signIn),
    failTo: () => paths.dashboard,
    isReloading: true,
  });

export { clientAction } from "~/ui/form/keep-page";
