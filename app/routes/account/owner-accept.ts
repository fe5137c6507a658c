/** POST /account/owner/accept: becoming the owner, from the notice on /account. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { acceptOwnership } from "~/services/team/ownership.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/account/owner/accept", () => redirect(paths.account));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/owner/accept",
    operation: acceptOwnership,
    then: () => paths.account,
    back: () => paths.account,
  });

export const clientAction = keepPage;
