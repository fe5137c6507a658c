/** POST /account/profile/networks/unlink: disconnects a network, from the profile page. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { unlinkNetwork } from "~/services/social/networks.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/networks/unlink", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/networks/unlink",
    operation: unlinkNetwork,
    then: () => paths.profile,
    shownOn: paths.profile,
  });

export const clientAction = keepPage;
