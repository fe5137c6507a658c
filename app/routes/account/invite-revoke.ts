/** POST /account/users/invite/revoke: takes an invitation back, from its row, or the page of its row. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { ownPath, paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { revokeInvite } from "~/services/team/invites.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/users/invite/revoke", () => redirect(paths.users));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/users/invite/revoke",
    operation: revokeInvite,
    then: (_reply, _context, fields) => ownPath(fields.return_to, paths.users),
    back: (_context, fields) => ownPath(fields.return_to, paths.users),
  });

export const clientAction = keepPage;
