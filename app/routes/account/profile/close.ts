/** POST /account/profile/close: removes oneself. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { closeUser } from "~/services/profile/closing.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/close", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/close",
    operation: closeUser,
    form: "close",
    then: ({ data }) => (data.signout ? paths.signIn : paths.dashboard),
    shownOn: paths.profile,
  });

export const clientAction = keepPage;
