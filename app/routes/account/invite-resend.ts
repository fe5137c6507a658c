/** POST /account/users/invite/resend: an invitation's mail again, from the page of its row. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { resendInvite } from "~/services/team/invites.server";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/users/invite/resend", () => redirect(paths.users));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/users/invite/resend",
    operation: resendInvite,
    then: () => paths.users,
    back: () => paths.users,
  });
