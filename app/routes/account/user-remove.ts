/** POST /account/users/remove: ends a membership, from its row, or the page of its row. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { ownPath, paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { removeMember } from "~/services/team/members.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/users/remove", () => redirect(paths.users));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/users/remove",
    operation: removeMember,
    then: (_reply, _context, fields) => ownPath(fields.return_to, paths.users),
    back: (_context, fields) => ownPath(fields.return_to, paths.users),
  });

export const clientAction = keepPage;
