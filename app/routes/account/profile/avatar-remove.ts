/** POST /account/profile/avatar/remove: no picture any more. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { removeAvatar } from "~/services/profile/avatar.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/profile/avatar/remove", () => redirect(paths.profile));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/profile/avatar/remove",
    operation: removeAvatar,
    form: "avatar-remove",
    input: () => ({}),
    then: () => paths.profile,
    shownOn: paths.profile,
  });

export const clientAction = keepPage;
