/** POST /account/users/remove: ends a membership, from the page of its row. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { removeMember } from "~/services/team/members.server";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/users/remove", () => redirect(paths.users));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/users/remove",
    operation: removeMember,
    then: () => paths.users,
    back: () => paths.users,
  });
