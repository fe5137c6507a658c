/** POST /account/profile/default-account: the account one signs in to. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { updateUser } from "~/services/profile/user.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/default-account", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/default-account",
    operation: updateUser,
    form: "default-account",
    input: ({ default_account }) => ({ default_account }),
    then: () => paths.profile,
    shownOn: paths.profile,
  });

export const clientAction = keepPage;
