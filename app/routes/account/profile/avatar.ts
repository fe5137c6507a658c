/** POST /account/profile/avatar: a new picture. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { updateUser } from "~/services/profile/user.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/avatar", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/avatar",
    operation: updateUser,
    form: "avatar",
    input: ({ avatar }) => ({ avatar }),
    then: () => paths.profile,
    shownOn: paths.profile,
  });

export const clientAction = keepPage;
