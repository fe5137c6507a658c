/** POST /account/owner/decline: declining the ownership or taking the offer back, from the notice on /account. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { declineOwnership } from "~/services/team/ownership.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/owner/decline", () => redirect(paths.account));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/owner/decline",
    operation: declineOwnership,
    then: () => paths.account,
    back: () => paths.account,
  });

export const clientAction = keepPage;
