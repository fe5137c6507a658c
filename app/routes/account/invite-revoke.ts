/** POST /account/users/invite/revoke: takes an invitation back, from the page of its row. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { revokeInvite } from "~/services/team/invites.server";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/users/invite/revoke", () => redirect(paths.users));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/users/invite/revoke",
    operation: revokeInvite,
    then: () => paths.users,
    back: () => paths.users,
  });
