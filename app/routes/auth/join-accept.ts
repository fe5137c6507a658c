/** POST /signup/user/accept: joining with one's own session, from the page of the invitation's link. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { load } from "~/http/page.server";
import { acceptInvitation } from "~/services/team/invitation.server";
import { afterSignInOf } from "~/services/identity/sign-in.server";
import { keepPage } from "~/ui/form/keep-page";

export const loader = (args: LoaderFunctionArgs) =>
  load(args, "/signup/user/accept", () => redirect(paths.account));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/signup/user/accept",
    operation: acceptInvitation,
    then: ({ data }) => afterSignInOf(data),
    back: () => paths.account,
  });

export const clientAction = keepPage;
