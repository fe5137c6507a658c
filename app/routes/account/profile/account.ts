/** POST /account/profile/account: the account's name, by its owner. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { renameAccount } from "~/services/profile/account.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/account", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/account",
    operation: renameAccount,
    form: "account",
    input: ({ name }) => ({ name }),
    then: () => paths.profile,
    shownOn: paths.profile,
  });

export const clientAction = keepPage;
